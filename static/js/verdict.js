/* The verdict while nobody can be asked: the rules as data, read here. No rule stands here: decision 0013.

   trionfo.verdict(definition, sheet, hand, place) -> {
     problems: [{ code, rule, level, where, message }], hand, score, running, parts,
     game: { target, score, over, winner }, games_won, over, winner, next: { game, hand, dealer } or null }
   trionfo.verdictOnSheet(definition, sheet) -> what POST /api/v1/sheets/check/ answers to a whole sheet

   definition: GET /api/v1/card-games/KEY/definition/, in the page's language; keep it: reading takes time
   sheet: { profile, games: [{ hands }], time_called? } as the API has them
   place: { game: 1, hand: 3 }, where the hand goes
   Both throw where they cannot tell. */
(() => {
  "use strict";
  const { isArray } = Array;
  const { assign, create, entries, fromEntries } = Object;
  const { Bag, Named, NONE, truth, call, WORK, isA, BUILT, METHODS, attribute, tell } = window.trionfo.python;
  const NEXT = Symbol("continue");

  const read = (definition) => {
    const values = [],
      codes = [],
      root = create(null);
    const value = (at) => (at in values ? values[at] : (values[at] = compile(definition.values[at])(root)));
    const compile = (form) =>
      isArray(form)
        ? FORMS[form[0]](...form.slice(1))
        : typeof form === "string"
          ? (names) => names[form]
          : () => form;
    const all = (forms) => {
      const parts = forms.map((form) => compile(form && form[0] === "..." ? form[1] : form)),
        spread = forms.map((form) => isArray(form) && form[0] === "...");
      return spread.includes(true)
        ? (names) => parts.flatMap((part, at) => (spread[at] ? [...part(names)] : [part(names)]))
        : (names) => parts.map((part) => part(names));
    };
    const target = (form) => {
      if (typeof form === "string")
        return (names, it) => {
          names[form] = it;
        };
      const [sign, ...parts] = form;
      if (sign === "[]") {
        const aims = parts.map((part) => (part[0] === "..." ? [target(part[1]), 1] : [target(part)]));
        return (names, them) => {
          const given = [...them];
          aims.forEach(([aim, rest], at) => aim(names, rest ? given.slice(at) : given[at]));
        };
      }
      const [owner, at] = sign === "[" ? parts.map(compile) : [compile(parts[0]), () => parts[1]];
      return (names, it) => {
        const of = owner(names),
          name = at(names);
        if (of instanceof Bag) of.put(name, it);
        else (of.own || of)[name] = it;
      };
    };
    const block = (forms) => {
      const steps = forms.map(compile);
      return (names) => {
        for (const step of steps) {
          const end = step(names);
          if (end !== undefined) return end;
        }
        return undefined;
      };
    };
    const code = ([parameters, forms, usual = []]) => ({
      parameters,
      run: block(forms),
      usual: pairs(usual),
    });
    const pairs = (forms) => new Map(forms.map(([name, form]) => [name, compile(form)]));
    const made =
      ({ parameters, run, usual }, around, fixed) =>
      (given, named = NONE) => {
        const names = create(around);
        for (let at = 0; at < parameters.length; at++) {
          const name = parameters[at];
          if (name[1] === "*")
            names[name.slice(2)] = new Bag(
              METHODS.items(named).filter(([other]) => !parameters.includes(other)),
            );
          else if (name[0] === "*") names[name.slice(1)] = given.slice(at);
          else
            names[name] =
              at < given.length
                ? given[at]
                : named.has(name)
                  ? named.get(name)
                  : (usual.get(name) || fixed.get(name))(around);
        }
        const end = run(names);
        return end ? end[0] : null;
      };
    const until =
      (wanted) =>
      (...forms) => {
        const parts = forms.map(compile);
        return (names) => {
          let it;
          for (const part of parts) if (truth((it = part(names))) === wanted) break;
          return it;
        };
      };
    const with_ = (work) => (form) => {
      const it = compile(form);
      return (names) => work(it(names));
    };
    const FORMS = {
      "'": (it, said) => {
        if (said) words.put(it, said);
        return () => it;
      },
      g: (at) => () => value(at),
      b: (name) => () => BUILT[name],
      ".": (of, name) => {
        const owner = compile(of);
        return (names) => attribute(owner(names), name);
      },
      "(": (of, ...forms) => {
        const given = all(forms),
          [work, name] = of[0] === "." ? [compile(of[1]), of[2]] : [compile(of)];
        return name
          ? (names) => tell(work(names), name, given(names))
          : (names) => call(work(names), given(names));
      },
      "(=": (of, named, ...forms) => {
        const [work, others] = [of, named].map(compile),
          given = all(forms);
        return (names) => call(work(names), given(names), new Named(others(names)));
      },
      and: until(false),
      or: until(true),
      "?": (...forms) => {
        const [test, yes, no] = forms.map(compile);
        return (names) => (truth(test(names)) ? yes(names) : no(names));
      },
      ":=": (name, form) => {
        const it = compile(form);
        return (names) => (names[name] = it(names));
      },
      each: (form, ...forms) => {
        const it = compile(form),
          loops = forms.map(([aim, over, ...tests]) => [target(aim), ...[over, ...tests].map(compile)]);
        const run = function* (names, at) {
          if (at === loops.length) {
            yield it(names);
            return;
          }
          const [aim, over, ...tests] = loops[at];
          for (const one of over(names)) {
            aim(names, one);
            if (tests.every((test) => truth(test(names)))) yield* run(names, at + 1);
          }
        };
        return (names) => run(create(names), 0);
      },
      fn: (of, closed = [], usual = []) => {
        if (isArray(of)) {
          const own = code(of);
          return (names) => ({ py: made(own, names) });
        }
        const fixed = pairs(usual);
        return () => {
          const around = assign(
            create(null),
            fromEntries(closed.map(([name, form]) => [name, compile(form)(root)])),
          );
          let work;
          return {
            py: (...given) =>
              (work ||= made((codes[of] ||= code(definition.codes[of])), around, fixed))(...given),
          };
        };
      },
      "=": (...forms) => {
        const it = compile(forms.pop()),
          aims = forms.map(target);
        return (names) => {
          const one = it(names);
          aims.forEach((aim) => aim(names, one));
        };
      },
      do: with_(() => {}),
      return: with_((it) => [it]),
      raise: with_((it) => {
        throw it;
      }),
      continue: () => () => NEXT,
      if: (test, ...ways) => {
        const is = compile(test),
          [yes, no] = ways.map(block);
        return (names) => (truth(is(names)) ? yes(names) : no(names));
      },
      for: (form, over, forms) => {
        const aim = target(form),
          them = compile(over),
          run = block(forms);
        return (names) => {
          for (const it of them(names)) {
            aim(names, it);
            const end = run(names);
            if (end !== undefined && end !== NEXT) return end;
          }
          return undefined;
        };
      },
      try: (forms, kind, name, handler) => {
        const run = block(forms),
          otherwise = block(handler),
          cls = compile(kind);
        return (names) => {
          try {
            return run(names);
          } catch (fault) {
            if (!fault.cls || !isA(fault.cls, cls(names))) throw fault;
            if (name) names[name] = fault;
            return otherwise(names);
          }
        };
      },
    };
    for (const sign in WORK)
      FORMS[sign] = (...forms) => {
        const work = WORK[sign];
        if (forms.length === 2 && sign !== "[]") {
          const [one, other] = forms.map(compile);
          return (names) => work(one(names), other(names));
        }
        const given = all(forms);
        return (names) => work(...given(names));
      };
    const words = inward(definition.words);
    return (name, ...given) =>
      outward(
        call(value(definition.entries[name]), [value(definition.entries.game), words, ...given.map(inward)]),
      );
  };
  const inward = (it) =>
    isArray(it)
      ? it.map(inward)
      : Object(it) === it
        ? new Bag(entries(it).map(([name, each]) => [name, inward(each)]))
        : it;
  const outward = (it) =>
    isArray(it)
      ? it.map(outward)
      : it instanceof Bag
        ? fromEntries(METHODS.items(it).map(([name, each]) => [name, outward(each)]))
        : it;
  const readers = new WeakMap();
  const ask =
    (name) =>
    (definition, ...given) => {
      if (!readers.has(definition)) readers.set(definition, read(definition));
      return readers.get(definition)(name, ...given);
    };
  /* the definition in an answer to a phone; null where it is none of ours */
  const rulesIn = (answer) => {
    try {
      return answer?.status === 200 ? JSON.parse(answer.text) : null;
    } catch {
      return null;
    }
  };

  window.trionfo = assign(window.trionfo || {}, {
    verdict: ask("hand"),
    verdictOnSheet: ask("sheet"),
    rulesIn,
  });
})();
