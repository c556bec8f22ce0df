/* What the rules use of Python: values found by their worth, its signs, functions and methods. Read by
   verdict.js. */
(() => {
  "use strict";
  const { isArray } = Array;
  const { assign, fromEntries } = Object;
  const ids = new WeakMap();
  const id = (it) => ids.get(it) || (ids.set(it, (id.last = (id.last || 0) + 1)), id.last);
  const key = (it) =>
    typeof it === "string"
      ? "'" + it
      : isArray(it)
        ? `(${it.map(key).join("\0")})`
        : Object(it) === it
          ? "#" + id(it)
          : it;

  /* what is found by its value, in the order it came: a dict, and a set, where everything leads to itself */
  class Bag {
    constructor(pairs = []) {
      this.of = new Map();
      for (const [name, it] of pairs) this.put(name, it);
    }
    put(name, it) {
      const known = this.of.get(key(name));
      if (known) known[1] = it;
      else this.of.set(key(name), [name, it]);
      return it;
    }
    has(name) {
      return this.of.has(key(name));
    }
    get(name, missing = null) {
      const known = this.of.get(key(name));
      return known ? known[1] : missing;
    }
    get size() {
      return this.of.size;
    }
    [Symbol.iterator]() {
      return [...this.of.values()].map(([name]) => name)[Symbol.iterator]();
    }
  }
  class Several extends Bag {
    constructor(all = []) {
      super();
      for (const it of all) this.put(it, it);
    }
  }
  class Counted extends Bag {
    get(name) {
      return super.get(name, 0);
    }
  }
  class Named extends Bag {}
  const NONE = new Named();

  const truth = (it) => (isArray(it) ? it.length > 0 : it instanceof Bag ? it.size > 0 : !!it);
  const same = (a, b) =>
    a === b ||
    (isArray(a) && isArray(b)
      ? a.length === b.length && a.every((it, at) => same(it, b[at]))
      : a instanceof Several && b instanceof Several && a.size === b.size && [...a].every((it) => b.has(it)));
  const less = (a, b) => {
    if (!isArray(a)) return a < b;
    const at = a.findIndex((it, place) => place >= b.length || !same(it, b[place]));
    return at < 0 ? a.length < b.length : at < b.length && less(a[at], b[at]);
  };
  const inside = (it, all) => (all instanceof Bag ? all.has(it) : all.some((one) => same(one, it)));
  const text = (it) => (it === null ? "None" : isArray(it) ? `[${it.map(text).join(", ")}]` : String(it));
  const bits = (work) => (a, b) => {
    const made = work(BigInt(a), BigInt(b)),
      small = Number(made);
    return Number.isSafeInteger(small) ? small : made;
  };
  const [or, and, left, right] = [(a, b) => a | b, (a, b) => a & b, (a, b) => a << b, (a, b) => a >> b].map(
    bits,
  );
  const call = (it, given, named) =>
    it.py ? it.py(given, named) : named ? it(...given, named) : it(...given);
  const method = (it, name) => it && it.cls && it.cls.methods.get(name);
  const WORK = {
    "+": (a, b) => (isArray(a) ? [...a, ...b] : a + b),
    "-": (a, b) => (a instanceof Bag ? new Several([...a].filter((it) => !inside(it, b))) : a - b),
    "*": (a, b) => (isArray(a) ? Array(b).fill(a).flat() : a * b),
    "//": (a, b) => Math.floor(a / b),
    "%": (a, b) =>
      typeof a === "string"
        ? a.replace(/%\((\w+)\)[sd]/g, (_, name) => text(b.get(name)))
        : ((a % b) + b) % b,
    "|": (a, b) =>
      a instanceof Several
        ? new Several([...a, ...b])
        : a instanceof Bag
          ? new Bag([...METHODS.items(a), ...METHODS.items(b)])
          : or(a, b),
    "&": (a, b) => (a instanceof Bag ? new Several([...a].filter((it) => inside(it, b))) : and(a, b)),
    "<<": left,
    ">>": right,
    "==": same,
    "!=": (a, b) => !same(a, b),
    is: (a, b) => a === b,
    isnot: (a, b) => a !== b,
    "<": less,
    ">": (a, b) => less(b, a),
    "<=": (a, b) => !less(b, a),
    ">=": (a, b) => !less(a, b),
    in: inside,
    notin: (a, b) => !inside(a, b),
    "!": (it) => !truth(it),
    neg: (it) => -it,
    "[]": (...all) => all,
    f: (...all) => all.map(text).join(""),
    "[": (it, at) =>
      method(it, "__getitem__")
        ? call(method(it, "__getitem__")[1], [it, at])
        : it instanceof Bag
          ? it.get(at)
          : it[at < 0 ? it.length + at : at],
    "[:": (it, from, to, step) =>
      it.slice(from || 0, to ?? undefined).filter((_, at) => at % (step || 1) === 0),
    new: (cls, ...parts) => {
      const pairs = parts.flatMap((name, at) => (at % 2 ? [] : [[name, parts[at + 1]]]));
      return cls.tuple
        ? assign(
            pairs.map(([, it]) => it),
            { cls },
          )
        : { cls, own: { ...cls.usual, ...fromEntries(pairs) } };
    },
    class: (tuple, bases, fields, methods) => {
      const usual = fromEntries(fields.map(([name, it = null]) => [name, it]));
      const cls = {
        tuple,
        bases,
        fields,
        usual,
        at: new Map(fields.map(([name], at) => [name, at])),
        methods: new Map(methods.map((each) => [each[0], each])),
      };
      return assign(cls, {
        py: (given, named = NONE) => {
          const it = assign(tuple ? [] : { own: {} }, { cls });
          if (method(it, "__init__")) call(method(it, "__init__")[1], [it, ...given], named);
          else
            fields.forEach(([name, usual = null, anew], at) => {
              (it.own || it)[tuple ? at : name] =
                at < given.length ? given[at] : named.has(name) ? named.get(name) : anew ? usual() : usual;
            });
          if (method(it, "__post_init__")) call(method(it, "__post_init__")[1], [it]);
          return it;
        },
      });
    },
  };
  const isA = (cls, wanted) => cls === wanted || cls.bases.some((base) => isA(base, wanted));
  const best =
    (better) =>
    (...given) => {
      const named = given.at(-1) instanceof Named ? given.pop() : new Bag(),
        by = named.get("key"),
        worth = (it) => (by ? call(by, [it]) : it);
      const all = given.length > 1 ? given : [...given[0]];
      return all.length ? all.reduce((a, b) => (better(worth(b), worth(a)) ? b : a)) : named.get("default");
    };
  const list = (all = []) => [...all];
  const BUILT = {
    bool: truth,
    int: Number,
    str: text,
    list,
    tuple: (all = []) => [...all],
    deque: list,
    object() {},
    float() {},
    add: WORK["+"],
    all: (all) => !BUILT.any(all, false),
    any: (all, wanted = true) => {
      for (const it of all) if (truth(it) === wanted) return true;
      return false;
    },
    dict: (all = []) => new Bag(all instanceof Bag ? METHODS.items(all) : all),
    set: (all) => new Several(all),
    frozenset: (all) => new Several(all),
    Counter: (all) => {
      const found = new Counted();
      for (const it of all) found.put(it, found.get(it) + 1);
      return found;
    },
    enumerate: (all, named) => [...all].map((it, at) => [at + (named ? named.get("start") : 0), it]),
    hasattr: (it, name) => !!method(it, name),
    isinstance: (it, kind) =>
      kind === BUILT.tuple
        ? isArray(it)
        : kind.py
          ? !!(it && it.cls) && isA(it.cls, kind)
          : BUILT.type(it) === kind,
    len: (it) => (it instanceof Bag ? it.size : [...it].length),
    map: (work, ...lists) => BUILT.zip(...lists).map((given) => call(work, given)),
    max: best((a, b) => less(b, a)),
    min: best(less),
    memo: (work) => {
      const seen = new Bag();
      return (...given) => (seen.has(given) ? seen.get(given) : seen.put(given, call(work, given)));
    },
    next: (all, missing) => {
      for (const it of all) return it;
      return missing;
    },
    pairwise: (all) => BUILT.zip(all, all.slice(1)),
    partial: (work, ...given) => {
      const named = given.at(-1) instanceof Named ? given.pop() : [];
      return {
        py: (more, others) =>
          call(work, [...given, ...more], named.size ? new Named(METHODS.items(named)) : others),
      };
    },
    *product(first, ...more) {
      if (!first) yield [];
      else for (const it of first) for (const rest of BUILT.product(...more)) yield [it, ...rest];
    },
    range: (from, to, step = 1) =>
      to === undefined
        ? BUILT.range(0, from)
        : assign(
            Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, at) => from + at * step),
            { own: { step } },
          ),
    replace: (it, named) => ({ ...it, own: { ...it.own, ...fromEntries(METHODS.items(named)) } }),
    sorted: (all, named) =>
      [...all]
        .map((it) => [named ? call(named.get("key"), [it]) : it, it])
        .sort(([a], [b]) => (less(a, b) ? -1 : less(b, a) ? 1 : 0))
        .map(([, it]) => it),
    sum: (all) => {
      let sum = 0;
      for (const it of all) sum += it;
      return sum;
    },
    type: (it) =>
      it === null
        ? null
        : it.cls ||
          BUILT[
            { string: "str", boolean: "bool", number: Number.isInteger(it) ? "int" : "float" }[typeof it] ||
              (isArray(it) ? "list" : "dict")
          ],
    zip: (...lists) => {
      const all = lists.map(list);
      return Array.from({ length: all.length && Math.min(...all.map((each) => each.length)) }, (_, at) =>
        all.map((each) => each[at]),
      );
    },
  };
  const its =
    (name) =>
    (it, ...given) =>
      it[name](...given);
  const METHODS = {
    get: its("get"),
    split: its("split"),
    strip: its("trim"),
    upper: its("toUpperCase"),
    replace: its("replaceAll"),
    startswith: its("startsWith"),
    popleft: its("shift"),
    keys: (it) => new Several(it),
    values: (it) => [...it].map((name) => it.get(name)),
    items: (it) => [...it.of.values()],
    setdefault: (it, name, other) => (it.has(name) ? it.get(name) : it.put(name, other)),
    add: (it, one) => {
      it.put(one, one);
    },
    union: (it, ...more) => new Several([it, ...more].flatMap(list)),
    intersection: WORK["&"],
    append: (it, one) => {
      it.push(one);
    },
    extend: (it, more) => {
      it.push(...more);
    },
    pop: (it, at) => it.splice(at, 1)[0],
    remove: (it, one) => {
      it.splice(METHODS.index(it, one), 1);
    },
    index: (it, one) => it.findIndex((each) => same(each, one)),
    count: (it, one) => [...it].filter((each) => same(each, one)).length,
    join: (it, all) => [...all].join(it),
    zfill: (it, width) => it.padStart(width, "0"),
    removeprefix: (it, start) => (it.startsWith(start) ? it.slice(start.length) : it),
    isdecimal: (it) => /^\p{Nd}+$/u.test(it),
    isprintable: (it) => it === " " || !/[\p{C}\p{Z}]/u.test(it),
    bit_length: (it) => (it ? it.toString(2).length : 0),
    _asdict: (it) => new Bag(it.cls.fields.map(([name], at) => [name, it[at]])),
    _replace: (it, named) =>
      assign(
        it.cls.fields.map(([name], at) => named.get(name, it[at])),
        { cls: it.cls },
      ),
    __setattr__: (_, it, name, value) => {
      it.own[name] = value;
    },
  };
  const own = (it, name) =>
    it.own && name in it.own
      ? [it.own[name]]
      : isArray(it) && it.cls && it.cls.at.has(name)
        ? [it[it.cls.at.get(name)]]
        : null;
  const attribute = (it, name) => {
    const there = own(it, name),
      [, work, isProperty] = there ? [] : method(it, name) || [];
    return there ? there[0] : isProperty ? call(work, [it]) : BUILT.partial(work || METHODS[name], it);
  };
  const tell = (it, name, given, named) => {
    const [, work, isProperty] = method(it, name) || [];
    return isProperty || own(it, name)
      ? call(attribute(it, name), given, named)
      : call(work || METHODS[name], [it, ...given], named);
  };

  window.trionfo = assign(window.trionfo || {}, {
    python: { Bag, Named, NONE, truth, call, WORK, isA, BUILT, METHODS, own, attribute, tell },
  });
})();
