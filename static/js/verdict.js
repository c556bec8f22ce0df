/* The verdict while nobody can be asked: the rules as data, read here. No rule stands in this file: docs/decisions/0013.

   definition: GET /api/v1/card-games/KEY/definition/, in the page's language; keep the object, reading it is what takes time
   sheet: { profile, games: [{ hands }], time_called? } as the API has them; place: { game: 1, hand: 3 }, where the hand goes
   trionfo.verdict(definition, sheet, hand, place) -> { problems: [{ code, rule, level, where, message }], hand, score, running, parts,
     game: { target, score, over, winner }, games_won, over, winner, next: { game, hand, dealer } or null }; throws where it cannot tell
   trionfo.verdictOnSheet(definition, sheet) -> what POST /api/v1/sheets/check/ answers to a whole sheet */
(() => {
  "use strict";
  const { isArray } = Array, { assign, create, entries, fromEntries } = Object, NEXT = Symbol("continue"), ids = new WeakMap();
  const id = (it) => ids.get(it) || (ids.set(it, id.last = (id.last || 0) + 1), id.last);
  const key = (it) => typeof it === "string" ? "'" + it : isArray(it) ? `(${it.map(key).join("\0")})` : Object(it) === it ? "#" + id(it) : it;

  /* what is found by its value, in the order it came: a dict, and a set, where everything leads to itself */
  class Bag {
    constructor(pairs = []) { this.of = new Map(); for (const [name, it] of pairs) this.put(name, it); }
    put(name, it) { const known = this.of.get(key(name)); if (known) known[1] = it; else this.of.set(key(name), [name, it]); return it; }
    has(name) { return this.of.has(key(name)); }
    get(name, missing = null) { const known = this.of.get(key(name)); return known ? known[1] : missing; }
    get size() { return this.of.size; }
    [Symbol.iterator]() { return [...this.of.values()].map(([name]) => name)[Symbol.iterator](); }
  }
  class Several extends Bag { constructor(all = []) { super(); for (const it of all) this.put(it, it); } }
  class Counted extends Bag { get(name) { return super.get(name, 0); } }
  class Named extends Bag {}
  const NONE = new Named();

  const truth = (it) => isArray(it) ? it.length > 0 : it instanceof Bag ? it.size > 0 : !!it;
  const same = (a, b) => a === b || (isArray(a) && isArray(b) ? a.length === b.length && a.every((it, at) => same(it, b[at]))
    : a instanceof Several && b instanceof Several && a.size === b.size && [...a].every((it) => b.has(it)));
  const less = (a, b) => {
    if (!isArray(a)) return a < b;
    const at = a.findIndex((it, place) => place >= b.length || !same(it, b[place]));
    return at < 0 ? a.length < b.length : at < b.length && less(a[at], b[at]);
  };
  const inside = (it, all) => all instanceof Bag ? all.has(it) : all.some((one) => same(one, it));
  const text = (it) => it === null ? "None" : isArray(it) ? `[${it.map(text).join(", ")}]` : String(it);
  const bits = (work) => (a, b) => { const made = work(BigInt(a), BigInt(b)), small = Number(made); return Number.isSafeInteger(small) ? small : made; };
  const [or, and, left, right] = [(a, b) => a | b, (a, b) => a & b, (a, b) => a << b, (a, b) => a >> b].map(bits);
  const call = (it, given, named) => it.py ? it.py(given, named) : named ? it(...given, named) : it(...given);
  const method = (it, name) => it && it.cls && it.cls.methods.get(name);
  const WORK = {
    "+": (a, b) => isArray(a) ? [...a, ...b] : a + b,
    "-": (a, b) => a instanceof Bag ? new Several([...a].filter((it) => !inside(it, b))) : a - b,
    "*": (a, b) => isArray(a) ? Array(b).fill(a).flat() : a * b,
    "//": (a, b) => Math.floor(a / b),
    "%": (a, b) => typeof a === "string" ? a.replace(/%\((\w+)\)[sd]/g, (_, name) => text(b.get(name))) : ((a % b) + b) % b,
    "|": (a, b) => a instanceof Several ? new Several([...a, ...b]) : a instanceof Bag ? new Bag([...METHODS.items(a), ...METHODS.items(b)]) : or(a, b),
    "&": (a, b) => a instanceof Bag ? new Several([...a].filter((it) => inside(it, b))) : and(a, b),
    "<<": left, ">>": right, "==": same, "!=": (a, b) => !same(a, b), is: (a, b) => a === b, isnot: (a, b) => a !== b,
    "<": less, ">": (a, b) => less(b, a), "<=": (a, b) => !less(b, a), ">=": (a, b) => !less(a, b), in: inside, notin: (a, b) => !inside(a, b),
    "!": (it) => !truth(it), neg: (it) => -it, "[]": (...all) => all, f: (...all) => all.map(text).join(""),
    "[": (it, at) => method(it, "__getitem__") ? call(method(it, "__getitem__")[1], [it, at]) : it instanceof Bag ? it.get(at) : it[at < 0 ? it.length + at : at],
    "[:": (it, from, to, step) => it.slice(from || 0, to ?? undefined).filter((_, at) => at % (step || 1) === 0),
    new: (cls, ...parts) => {
      const pairs = parts.flatMap((name, at) => at % 2 ? [] : [[name, parts[at + 1]]]);
      return cls.tuple ? assign(pairs.map(([, it]) => it), { cls }) : { cls, own: { ...cls.usual, ...fromEntries(pairs) } };
    },
    class: (tuple, bases, fields, methods) => {
      const usual = fromEntries(fields.map(([name, it = null]) => [name, it]));
      const cls = { tuple, bases, fields, usual, at: new Map(fields.map(([name], at) => [name, at])), methods: new Map(methods.map((each) => [each[0], each])) };
      return assign(cls, { py: (given, named = NONE) => {
        const it = assign(tuple ? [] : { own: {} }, { cls });
        if (method(it, "__init__")) call(method(it, "__init__")[1], [it, ...given], named);
        else fields.forEach(([name, usual = null, anew], at) => { (it.own || it)[tuple ? at : name] = at < given.length ? given[at] : named.has(name) ? named.get(name) : anew ? usual() : usual; });
        if (method(it, "__post_init__")) call(method(it, "__post_init__")[1], [it]);
        return it;
      } });
    },
  };
  const isA = (cls, wanted) => cls === wanted || cls.bases.some((base) => isA(base, wanted));
  const best = (better) => (...given) => {
    const named = given.at(-1) instanceof Named ? given.pop() : new Bag(), by = named.get("key"), worth = (it) => by ? call(by, [it]) : it;
    const all = given.length > 1 ? given : [...given[0]];
    return all.length ? all.reduce((a, b) => better(worth(b), worth(a)) ? b : a) : named.get("default");
  };
  const list = (all = []) => [...all];
  const BUILT = {
    bool: truth, int: Number, str: text, list, tuple: (all = []) => [...all], deque: list, object() {}, float() {}, add: WORK["+"],
    all: (all) => !BUILT.any(all, false),
    any: (all, wanted = true) => { for (const it of all) if (truth(it) === wanted) return true; return false; },
    dict: (all = []) => new Bag(all instanceof Bag ? METHODS.items(all) : all), set: (all) => new Several(all), frozenset: (all) => new Several(all),
    Counter: (all) => { const found = new Counted(); for (const it of all) found.put(it, found.get(it) + 1); return found; },
    enumerate: (all, named) => [...all].map((it, at) => [at + (named ? named.get("start") : 0), it]),
    hasattr: (it, name) => !!method(it, name),
    isinstance: (it, kind) => kind === BUILT.tuple ? isArray(it) : kind.py ? !!(it && it.cls) && isA(it.cls, kind) : BUILT.type(it) === kind,
    len: (it) => it instanceof Bag ? it.size : [...it].length,
    map: (work, ...lists) => BUILT.zip(...lists).map((given) => call(work, given)),
    max: best((a, b) => less(b, a)), min: best(less),
    memo: (work) => { const seen = new Bag(); return (...given) => seen.has(given) ? seen.get(given) : seen.put(given, call(work, given)); },
    next: (all, missing) => { for (const it of all) return it; return missing; },
    pairwise: (all) => BUILT.zip(all, all.slice(1)),
    partial: (work, ...given) => { const named = given.at(-1) instanceof Named ? given.pop() : []; return { py: (more, others) => call(work, [...given, ...more], named.size ? new Named(METHODS.items(named)) : others) }; },
    * product(first, ...more) { if (!first) yield []; else for (const it of first) for (const rest of BUILT.product(...more)) yield [it, ...rest]; },
    range: (from, to, step = 1) => to === undefined ? BUILT.range(0, from) : assign(Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, at) => from + at * step), { own: { step } }),
    replace: (it, named) => ({ ...it, own: { ...it.own, ...fromEntries(METHODS.items(named)) } }),
    sorted: (all, named) => [...all].map((it) => [named ? call(named.get("key"), [it]) : it, it]).sort(([a], [b]) => less(a, b) ? -1 : less(b, a) ? 1 : 0).map(([, it]) => it),
    sum: (all) => { let sum = 0; for (const it of all) sum += it; return sum; },
    type: (it) => it === null ? null : it.cls || BUILT[{ string: "str", boolean: "bool", number: Number.isInteger(it) ? "int" : "float" }[typeof it] || (isArray(it) ? "list" : "dict")],
    zip: (...lists) => { const all = lists.map(list); return Array.from({ length: all.length && Math.min(...all.map((each) => each.length)) }, (_, at) => all.map((each) => each[at])); },
  };
  const its = (name) => (it, ...given) => it[name](...given);
  const METHODS = {
    get: its("get"), split: its("split"), strip: its("trim"), upper: its("toUpperCase"), replace: its("replaceAll"), startswith: its("startsWith"), popleft: its("shift"), keys: (it) => new Several(it), values: (it) => [...it].map((name) => it.get(name)), items: (it) => [...it.of.values()],
    setdefault: (it, name, other) => it.has(name) ? it.get(name) : it.put(name, other), add: (it, one) => { it.put(one, one); },
    union: (it, ...more) => new Several([it, ...more].flatMap(list)), intersection: WORK["&"],
    append: (it, one) => { it.push(one); }, extend: (it, more) => { it.push(...more); }, pop: (it, at) => it.splice(at, 1)[0],
    remove: (it, one) => { it.splice(METHODS.index(it, one), 1); }, index: (it, one) => it.findIndex((each) => same(each, one)), count: (it, one) => [...it].filter((each) => same(each, one)).length,
    join: (it, all) => [...all].join(it), zfill: (it, width) => it.padStart(width, "0"), removeprefix: (it, start) => it.startsWith(start) ? it.slice(start.length) : it,
    isdecimal: (it) => /^\p{Nd}+$/u.test(it), isprintable: (it) => it === " " || !/[\p{C}\p{Z}]/u.test(it), bit_length: (it) => it ? it.toString(2).length : 0,
    _asdict: (it) => new Bag(it.cls.fields.map(([name], at) => [name, it[at]])), _replace: (it, named) => assign(it.cls.fields.map(([name], at) => named.get(name, it[at])), { cls: it.cls }),
    __setattr__: (_, it, name, value) => { it.own[name] = value; },
  };
  const own = (it, name) => it.own && name in it.own ? [it.own[name]] : isArray(it) && it.cls && it.cls.at.has(name) ? [it[it.cls.at.get(name)]] : null;
  const attribute = (it, name) => {
    const there = own(it, name), [, work, isProperty] = there ? [] : method(it, name) || [];
    return there ? there[0] : isProperty ? call(work, [it]) : BUILT.partial(work || METHODS[name], it);
  };
  const tell = (it, name, given, named) => {
    const [, work, isProperty] = method(it, name) || [];
    return isProperty || own(it, name) ? call(attribute(it, name), given, named) : call(work || METHODS[name], [it, ...given], named);
  };

  const read = (definition) => {
    const values = [], codes = [], root = create(null);
    const value = (at) => at in values ? values[at] : (values[at] = compile(definition.values[at])(root));
    const compile = (form) => isArray(form) ? FORMS[form[0]](...form.slice(1)) : typeof form === "string" ? (names) => names[form] : () => form;
    const all = (forms) => {
      const parts = forms.map((form) => compile(form && form[0] === "..." ? form[1] : form)), spread = forms.map((form) => isArray(form) && form[0] === "...");
      return spread.includes(true) ? (names) => parts.flatMap((part, at) => spread[at] ? [...part(names)] : [part(names)]) : (names) => parts.map((part) => part(names));
    };
    const target = (form) => {
      if (typeof form === "string") return (names, it) => { names[form] = it; };
      const [sign, ...parts] = form;
      if (sign === "[]") {
        const aims = parts.map((part) => part[0] === "..." ? [target(part[1]), 1] : [target(part)]);
        return (names, them) => { const given = [...them]; aims.forEach(([aim, rest], at) => aim(names, rest ? given.slice(at) : given[at])); };
      }
      const [owner, at] = sign === "[" ? parts.map(compile) : [compile(parts[0]), () => parts[1]];
      return (names, it) => { const of = owner(names), name = at(names); if (of instanceof Bag) of.put(name, it); else (of.own || of)[name] = it; };
    };
    const block = (forms) => {
      const steps = forms.map(compile);
      return (names) => { for (const step of steps) { const end = step(names); if (end !== undefined) return end; } return undefined; };
    };
    const code = ([parameters, forms, usual = []]) => ({ parameters, run: block(forms), usual: pairs(usual) });
    const pairs = (forms) => new Map(forms.map(([name, form]) => [name, compile(form)]));
    const made = ({ parameters, run, usual }, around, fixed) => (given, named = NONE) => {
      const names = create(around);
      for (let at = 0; at < parameters.length; at++) {
        const name = parameters[at];
        if (name[1] === "*") names[name.slice(2)] = new Bag(METHODS.items(named).filter(([other]) => !parameters.includes(other)));
        else if (name[0] === "*") names[name.slice(1)] = given.slice(at);
        else names[name] = at < given.length ? given[at] : named.has(name) ? named.get(name) : (usual.get(name) || fixed.get(name))(around);
      }
      const end = run(names);
      return end ? end[0] : null;
    };
    const until = (wanted) => (...forms) => { const parts = forms.map(compile); return (names) => { let it; for (const part of parts) if (truth(it = part(names)) === wanted) break; return it; }; };
    const with_ = (work) => (form) => { const it = compile(form); return (names) => work(it(names)); };
    const FORMS = {
      "'": (it, said) => { if (said) words.put(it, said); return () => it; }, g: (at) => () => value(at), b: (name) => () => BUILT[name],
      ".": (of, name) => { const owner = compile(of); return (names) => attribute(owner(names), name); },
      "(": (of, ...forms) => {
        const given = all(forms), [work, name] = of[0] === "." ? [compile(of[1]), of[2]] : [compile(of)];
        return name ? (names) => tell(work(names), name, given(names)) : (names) => call(work(names), given(names));
      },
      "(=": (of, named, ...forms) => { const [work, others] = [of, named].map(compile), given = all(forms); return (names) => call(work(names), given(names), new Named(others(names))); },
      and: until(false), or: until(true),
      "?": (...forms) => { const [test, yes, no] = forms.map(compile); return (names) => truth(test(names)) ? yes(names) : no(names); },
      ":=": (name, form) => { const it = compile(form); return (names) => names[name] = it(names); },
      each: (form, ...forms) => {
        const it = compile(form), loops = forms.map(([aim, over, ...tests]) => [target(aim), ...[over, ...tests].map(compile)]);
        const run = function* (names, at) {
          if (at === loops.length) { yield it(names); return; }
          const [aim, over, ...tests] = loops[at];
          for (const one of over(names)) { aim(names, one); if (tests.every((test) => truth(test(names)))) yield* run(names, at + 1); }
        };
        return (names) => run(create(names), 0);
      },
      fn: (of, closed = [], usual = []) => {
        if (isArray(of)) { const own = code(of); return (names) => ({ py: made(own, names) }); }
        const fixed = pairs(usual);
        return () => {
          const around = assign(create(null), fromEntries(closed.map(([name, form]) => [name, compile(form)(root)])));
          let work;
          return { py: (...given) => (work ||= made(codes[of] ||= code(definition.codes[of]), around, fixed))(...given) };
        };
      },
      "=": (...forms) => { const it = compile(forms.pop()), aims = forms.map(target); return (names) => { const one = it(names); aims.forEach((aim) => aim(names, one)); }; },
      do: with_(() => {}), return: with_((it) => [it]), raise: with_((it) => { throw it; }), continue: () => () => NEXT,
      if: (test, ...ways) => { const is = compile(test), [yes, no] = ways.map(block); return (names) => truth(is(names)) ? yes(names) : no(names); },
      for: (form, over, forms) => {
        const aim = target(form), them = compile(over), run = block(forms);
        return (names) => { for (const it of them(names)) { aim(names, it); const end = run(names); if (end !== undefined && end !== NEXT) return end; } return undefined; };
      },
      try: (forms, kind, name, handler) => {
        const run = block(forms), otherwise = block(handler), cls = compile(kind);
        return (names) => { try { return run(names); } catch (fault) { if (!fault.cls || !isA(fault.cls, cls(names))) throw fault; if (name) names[name] = fault; return otherwise(names); } };
      },
    };
    for (const sign in WORK) FORMS[sign] = (...forms) => {
      const work = WORK[sign];
      if (forms.length === 2 && sign !== "[]") { const [one, other] = forms.map(compile); return (names) => work(one(names), other(names)); }
      const given = all(forms);
      return (names) => work(...given(names));
    };
    const words = inward(definition.words);
    return (name, ...given) => outward(call(value(definition.entries[name]), [value(definition.entries.game), words, ...given.map(inward)]));
  };
  const inward = (it) => isArray(it) ? it.map(inward) : Object(it) === it ? new Bag(entries(it).map(([name, each]) => [name, inward(each)])) : it;
  const outward = (it) => isArray(it) ? it.map(outward) : it instanceof Bag ? fromEntries(METHODS.items(it).map(([name, each]) => [name, outward(each)])) : it;
  const readers = new WeakMap();
  const ask = (name) => (definition, ...given) => {
    if (!readers.has(definition)) readers.set(definition, read(definition));
    return readers.get(definition)(name, ...given);
  };
  window.trionfo = assign(window.trionfo || {}, { verdict: ask("hand"), verdictOnSheet: ask("sheet") });
})();
