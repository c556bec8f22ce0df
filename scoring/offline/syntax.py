"""Conversion of a Python function to JSON: its syntax tree as short lists for `static/js/verdict.js`.

Only the syntax that the rules use can be converted; any other syntax raises OutsideTheSubset. Global names
are resolved by `look_up` during the conversion; local names remain names.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

# JSON data: a name is a string, a text is `["'", text]`, a call `["(", function, arguments…]`.
Form = Any

LookUp = Callable[[str], object]
Refer = Callable[[object], Form]

# The list of the values that a generator function yields; it returns all of them at once.
GATHERED = "$"


def collection(kind: str, form: Form) -> Form:
    """Return the JSON form of a call that converts a collection to the type `kind`, such as "set"."""
    return ["(", ["b", kind], form]


class Writer:
    """A converter of one function to JSON; `scopes` contains the sets of local names, outermost first."""

    def __init__(self, look_up: LookUp, refer: Refer, attributes: set[str], closed: frozenset[str]) -> None:
        self.look_up = look_up
        self.refer = refer
        self.attributes = attributes
        self.scopes: list[frozenset[str]] = [closed]
        self.gathers = False

    def function(self, node: ast.FunctionDef | ast.Lambda) -> list[Form]:
        """Return a function's parameters and body; a `yield` becomes an append to the returned list."""
        body = node.body if isinstance(node, ast.FunctionDef) else [ast.Return(node.body)]
        named_arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        extra = [each for each in (node.args.vararg, node.args.kwarg) if each]
        bound = frozenset(names_bound(body)) | {each.arg for each in (*named_arguments, *extra)}
        parameters = [each.arg for each in named_arguments]
        parameters += [f"*{node.args.vararg.arg}"] if node.args.vararg else []
        parameters += [f"**{node.args.kwarg.arg}"] if node.args.kwarg else []
        around, self.gathers = self.gathers, any(isinstance(each, YIELDS) for each in within(body))
        self.scopes.append(bound)
        forms = self.block(body)
        self.scopes.pop()
        if self.gathers:
            forms = [["=", GATHERED, ["[]"]], *forms, ["return", GATHERED]]
        self.gathers = around
        return [parameters, forms]

    def defaults(self, arguments: ast.arguments) -> list[Form]:
        """Return the parameter defaults of a nested function."""
        positional = [*arguments.posonlyargs, *arguments.args]
        placed = zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
        named = [
            (each, value)
            for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if value
        ]
        return [[each.arg, self(value)] for each, value in (*placed, *named)]

    def block(self, statements: Sequence[ast.stmt]) -> list[Form]:
        """Return the JSON form of a block of statements, without docstrings and `pass`."""
        effective_statements = [
            each
            for each in statements
            if not isinstance(each, ast.Pass)
            and not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
            and not (isinstance(each, ast.AnnAssign) and each.value is None)
            and not asks_the_library(each)
        ]
        return [self(each) for each in effective_statements]

    def __call__(self, node: ast.AST) -> Form:
        write = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            raise OutsideTheSubset(f"{type(node).__name__}: {ast.unparse(node)}")
        return write(node)

    def _constant(self, node: ast.Constant) -> Form:
        if isinstance(node.value, str):
            return ["'", node.value]
        if node.value is None or isinstance(node.value, bool | int):
            return node.value
        raise OutsideTheSubset(f"constant {node.value!r}")

    def _name(self, node: ast.Name) -> Form:
        if isinstance(node.ctx, ast.Store) or any(node.id in scope for scope in self.scopes):
            return node.id
        return self.refer(self.look_up(node.id))

    def _attribute(self, node: ast.Attribute) -> Form:
        constant = self.constant(node)
        if constant is not None:
            return self.refer(constant)
        self.attributes.add(node.attr)
        return [".", self(node.value), node.attr]

    def constant(self, node: ast.expr) -> object | None:
        """Return the value of a constant in a module or enum; None for any other attribute."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return None
        if any(node.value.id in scope for scope in self.scopes):
            return None
        owner = self.look_up(node.value.id)
        if isinstance(owner, type) and not hasattr(owner, "__members__"):
            return None
        return getattr(owner, node.attr, None) if has_fixed_names(owner) else None

    def _subscript(self, node: ast.Subscript) -> Form:
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            return ["[:", self(node.value), *(self(end) if end else None for end in ends)]
        return ["[", self(node.value), self(node.slice)]

    def _call(self, node: ast.Call) -> Form:
        if isinstance(node.func, ast.Name) and node.func.id == "cast":
            return self(node.args[1])
        if isinstance(node.func, ast.Name) and node.func.id == "hasattr":
            self.attributes.add(str(ast.literal_eval(node.args[1])))
        named = [each for each in node.keywords if each.arg not in ONLY_PYTHON]
        work, arguments = self(node.func), [self(each) for each in node.args]
        if not named:
            return ["(", work, *arguments]
        pairs = (self._pair(["'", each.arg] if each.arg else None, each.value) for each in named)
        return ["(=", work, ["[]", *pairs], *arguments]

    def _pair(self, key: Form, value: ast.expr) -> Form:
        """Return the JSON form of a dictionary item, or of the items of a dictionary unpacked with `**`."""
        return ["[]", key, self(value)] if key else ["...", ["(", [".", self(value), "items"]]]

    def _starred(self, node: ast.Starred) -> Form:
        return ["...", self(node.value)]

    def _binop(self, node: ast.BinOp) -> Form:
        return [self._sign(ARITHMETIC, node.op), self(node.left), self(node.right)]

    def _unaryop(self, node: ast.UnaryOp) -> Form:
        return [self._sign(UNARY, node.op), self(node.operand)]

    def _boolop(self, node: ast.BoolOp) -> Form:
        return ["and" if isinstance(node.op, ast.And) else "or", *map(self, node.values)]

    def _compare(self, node: ast.Compare) -> Form:
        """Return the JSON form of a comparison; a chain such as `a < b < c` becomes two comparisons."""
        sides = [self(each) for each in (node.left, *node.comparators)]
        signs = [self._sign(COMPARED, sign) for sign in node.ops]
        both = [list(each) for each in zip(signs, sides[:-1], sides[1:], strict=True)]
        return both[0] if len(both) == 1 else ["and", *both]

    def _sign(self, signs: dict[Any, str], sign: ast.AST) -> str:
        if type(sign) not in signs:
            raise OutsideTheSubset(type(sign).__name__)
        return signs[type(sign)]

    def _ifexp(self, node: ast.IfExp) -> Form:
        return ["?", self(node.test), self(node.body), self(node.orelse)]

    def _namedexpr(self, node: ast.NamedExpr) -> Form:
        return [":=", node.target.id, self(node.value)]

    def _joinedstr(self, node: ast.JoinedStr) -> Form:
        return ["f", *map(self, node.values)]

    def _formattedvalue(self, node: ast.FormattedValue) -> Form:
        if node.format_spec or node.conversion != -1:
            raise OutsideTheSubset(ast.unparse(node))
        return self(node.value)

    def _tuple(self, node: ast.Tuple) -> Form:
        return ["[]", *map(self, node.elts)]

    _list = _tuple

    def _set(self, node: ast.Set) -> Form:
        return collection("set", ["[]", *map(self, node.elts)])

    def _dict(self, node: ast.Dict) -> Form:
        pairs = zip(node.keys, node.values, strict=True)
        return collection(
            "dict", ["[]", *(self._pair(self(key) if key else None, value) for key, value in pairs)]
        )

    def _comprehension(self, node: Any, *parts: ast.expr) -> Form:
        """Return the target, the iterable and the conditions of each `for` clause in a comprehension."""
        bound = frozenset(name for each in node.generators for name in names_bound([each.target]))
        first = self(node.generators[0].iter)
        self.scopes.append(bound | frozenset(names_bound(ast.iter_child_nodes(node))))
        loops = [
            [self(each.target), self(each.iter) if place else first, *map(self, each.ifs)]
            for place, each in enumerate(node.generators)
        ]
        each = [self(part) for part in parts]
        self.scopes.pop()
        return ["each", each[0] if len(each) == 1 else ["[]", *each], *loops]

    def _listcomp(self, node: ast.ListComp) -> Form:
        return collection("list", self._comprehension(node, node.elt))

    def _generatorexp(self, node: ast.GeneratorExp) -> Form:
        return self._comprehension(node, node.elt)

    def _setcomp(self, node: ast.SetComp) -> Form:
        return collection("set", self._comprehension(node, node.elt))

    def _dictcomp(self, node: ast.DictComp) -> Form:
        return collection("dict", self._comprehension(node, node.key, node.value))

    def _lambda(self, node: ast.Lambda) -> Form:
        return ["fn", [*self.function(node), self.defaults(node.args)]]

    def _functiondef(self, node: ast.FunctionDef) -> Form:
        if node.decorator_list:
            raise OutsideTheSubset(f"decorated {node.name}")
        return ["=", node.name, ["fn", [*self.function(node), self.defaults(node.args)]]]

    def _assign(self, node: ast.Assign) -> Form:
        return ["=", *map(self, node.targets), self(node.value)]

    def _annassign(self, node: ast.AnnAssign) -> Form:
        return ["=", self(node.target), self(cast(ast.expr, node.value))]

    def _augassign(self, node: ast.AugAssign) -> Form:
        target: Any = node.target
        before = ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else target
        return ["=", self(target), [self._sign(ARITHMETIC, node.op), self(before), self(node.value)]]

    def _expr(self, node: ast.Expr) -> Form:
        if isinstance(node.value, ast.Yield) and node.value.value:
            return ["do", ["(", [".", GATHERED, "append"], self(node.value.value)]]
        if isinstance(node.value, ast.YieldFrom):
            return ["do", ["(", [".", GATHERED, "extend"], self(node.value.value)]]
        return ["do", self(node.value)]

    def _return(self, node: ast.Return) -> Form:
        return ["return", GATHERED if self.gathers else self(node.value) if node.value else None]

    def _if(self, node: ast.If) -> Form:
        return ["if", self(node.test), self.block(node.body), self.block(node.orelse)]

    def _for(self, node: ast.For) -> Form:
        if node.orelse:
            raise OutsideTheSubset("for … else")
        return ["for", self(node.target), self(node.iter), self.block(node.body)]

    def _continue(self, _node: ast.Continue) -> Form:
        return ["continue"]

    def _raise(self, node: ast.Raise) -> Form:
        if not node.exc:
            raise OutsideTheSubset("raise alone")
        return ["raise", self(node.exc)]

    def _try(self, node: ast.Try) -> Form:
        if len(node.handlers) != 1 or node.orelse or node.finalbody or not node.handlers[0].type:
            raise OutsideTheSubset(ast.unparse(node))
        handler = node.handlers[0]
        return [
            "try",
            self.block(node.body),
            self(cast(ast.expr, handler.type)),
            handler.name,
            self.block(handler.body),
        ]


ARITHMETIC = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&",
}  # fmt: skip
COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "isnot", ast.In: "in", ast.NotIn: "notin",
}  # fmt: skip
UNARY = {ast.Not: "!", ast.USub: "neg"}
# Keywords that have no effect on results and are left out.
ONLY_PYTHON = frozenset({"strict"})


class OutsideTheSubset(Exception):
    """Raised if the rules contain a Python construct that the phone's script cannot run."""


YIELDS = (ast.Yield, ast.YieldFrom)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def within(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without those of nested functions."""
    for node in nodes:
        yield node
        if not isinstance(node, FUNCTIONS):
            yield from within(ast.iter_child_nodes(node))


def names_bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield each name that these nodes bind in their scope; in a comprehension, only `:=` binds one."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, COMPREHENSIONS):
            named = (each for each in within([node]) if isinstance(each, ast.NamedExpr))
            yield from (each.target.id for each in named)
        elif not isinstance(node, ast.Lambda):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
            if isinstance(node, ast.ExceptHandler) and node.name:
                yield node.name
            yield from names_bound(ast.iter_child_nodes(node))


def asks_the_library(statement: ast.stmt) -> bool:
    """Return whether a statement is `super().__init__(…)` of an exception, which can be omitted."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    of = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
    return isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "super"


def has_fixed_names(owner: object) -> bool:
    """Return whether the object is a module or an enum, so that its attributes are constants."""
    return type(owner).__name__ == "module" or hasattr(owner, "__members__")
