"""The small line drawings of the pages: one a name, on a 24 x 24 ground; never the only word of a fact."""

from collections.abc import Mapping

ICONS: Mapping[str, str] = {
    "back": '<path d="M14.5 5 8 12l6.5 7"/>',
    "first": '<path d="M17.5 5 11 12l6.5 7M6.5 5v14"/>',
    "last": '<path d="m6.5 5 6.5 7-6.5 7M17.5 5v14"/>',
    "next": '<path d="m9.5 5 6.5 7-6.5 7"/>',
    "close": '<path d="m6 6 12 12M18 6 6 18"/>',
    "undo": '<path d="M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11H8"/>',
    "check": '<path d="m4.5 12.5 5 5 10-11"/>',
    "more": (
        '<circle cx="12" cy="5" r="1.2"/><circle cx="12" cy="12" r="1.2"/><circle cx="12" cy="19" r="1.2"/>'
    ),
    "off": (
        '<path d="M3 3l18 18M5 9.5a11 11 0 0 1 3.5-2.3M12 6.5a11 11 0 0 1 7 3M8.5 13.2a5.5 5.5 0 0 1 2.5-1'
        '.3M15 13a5.5 5.5 0 0 0-.8-.6"/><circle cx="12" cy="17.5" r="1.3"/>'
    ),
    "net": (
        '<path d="M5 9.5a10.5 10.5 0 0 1 14 0M8.5 13.3a5.5 5.5 0 0 1 7 0"/><circle cx="12" cy="17.5" r="1'
        '.3"/>'
    ),
    "up": '<path d="M12 20V5M6 11l6-6 6 6"/>',
    "down": '<path d="M12 4v15M6 13l6 6 6-6"/>',
    "cards": (
        '<rect x="3.5" y="6" width="10" height="14" rx="1.8"/><path d="M9 3.5h9.7a1.8 1.8 0 0 1 1.8 1.8V16"/>'
    ),
    "deal": '<rect x="6" y="3" width="12" height="18" rx="2"/><path d="m12 7 3.5 5-3.5 5-3.5-5Z"/>',
    "del": '<path d="M9 6h11v12H9l-5.5-6Z"/><path d="m12 9.5 5 5m0-5-5 5"/>',
    "swap": '<path d="M4 8h15l-4-4M20 16H5l4 4"/>',
    "warn": '<path d="M12 4 2.8 20h18.4Z"/><path d="M12 10v5M12 17.5v.3"/>',
    "calendar": (
        '<rect x="4" y="5.5" width="16" height="14.5" rx="2.5"/><path d="M4 10.5h16M8.5 3v4.5M15.5 3v4.5"/>'
    ),
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.5l3.5 2"/>',
    "pen": '<path d="m4 20 1-4.5L16 4.5l3.5 3.5L8.5 19Z"/><path d="m13.5 7 3.5 3.5"/>',
    "info": '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.5v.3"/>',
    "bell": '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15Z"/><path d="M10 20.5h4"/>',
    "print": '<path d="M7 8V3.5h10V8M7 17H4V8.5h16V17h-3"/><path d="M7 14h10v6.5H7Z"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5.5 5.5"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "minus": '<path d="M5 12h14"/>',
    "tv": '<rect x="3" y="4.5" width="18" height="12.5" rx="1.5"/><path d="M8 20.5h8"/>',
    "share": '<path d="M12 14V3.5M8 7l4-4 4 4M5.5 11v9.5h13V11"/>',
    "phone": '<rect x="7" y="2.5" width="10" height="19" rx="2"/><path d="M11 18.5h2"/>',
    "people": (
        '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5'
        'M18 14.5a6.5 6.5 0 0 1 3.5 5.5"/>'
    ),
    "home": '<path d="M4 11 12 4l8 7v9H4Z"/>',
    "tree": '<path d="M4 5h5v6h6M4 17h5v-6M15 11h5"/>',
    "list": '<path d="M8 6h12M8 12h12M8 18h12M4 6h.2M4 12h.2M4 18h.2"/>',
    "dice": '<rect x="4" y="4" width="16" height="16" rx="3"/><path d="M8.5 8.5h.1M15.5 15.5h.1M12 12h.1"/>',
    "cog": (
        '<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3'
        'l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1"/>'
    ),
    "sun": (
        '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17'
        '.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4"/>'
    ),
    "moon": '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"/>',
    "lock": '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
    "file": '<path d="M6 3h8l4 4v14H6Z"/><path d="M14 3v4h4M9 12h6M9 16h6"/>',
}
