import type { parse } from '@bufbuild/cel'

type Parsed = ReturnType<typeof parse>
/** A node of CEL’s syntax tree (`cel.expr.Expr`), here always with macros unexpanded. */
export type Expr = Parsed['expr']
type SourceInfo = NonNullable<Parsed['sourceInfo']>
type Of<Case> = Extract<Expr['exprKind'], { readonly case: Case }>['value']
export type Call = Of<'callExpr'>

/** Macros that bind a name: the first argument, for the arguments after it. */
const BINDING: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter'])

/**
 * The tree with unexpanded macros. CEL’s parser expands `list.all(x, …)` into a loop, which would be unreadable in a
 * residual. Throws RangeError where the tree is deeper than the stack.
 */
export function asWritten(expr: Expr, { macroCalls }: Pick<SourceInfo, 'macroCalls'>): Expr {
  const written = macroCalls[expr.id.toString()]
  const node = written === undefined ? expr : { ...expr, exprKind: written.exprKind }
  return withChildren(node, (child) => asWritten(child, { macroCalls }))
}

/** The same node with other children. */
export function withChildren(expr: Expr, change: (child: Expr) => Expr): Expr {
  const { exprKind } = expr
  switch (exprKind.case) {
    case 'selectExpr': {
      const { operand } = exprKind.value
      if (operand === undefined) return expr
      return { ...expr, exprKind: { ...exprKind, value: { ...exprKind.value, operand: change(operand) } } }
    }
    case 'callExpr': {
      const { target, args } = exprKind.value
      const value = { ...exprKind.value, ...(target && { target: change(target) }), args: args.map(change) }
      return { ...expr, exprKind: { ...exprKind, value } }
    }
    case 'listExpr': {
      const elements = exprKind.value.elements.map(change)
      return { ...expr, exprKind: { ...exprKind, value: { ...exprKind.value, elements } } }
    }
    case 'structExpr': {
      const entries = exprKind.value.entries.map((entry) => ({
        ...entry,
        ...(entry.keyKind.case === 'mapKey' && {
          keyKind: { ...entry.keyKind, value: change(entry.keyKind.value) },
        }),
        ...(entry.value && { value: change(entry.value) }),
      }))
      return { ...expr, exprKind: { ...exprKind, value: { ...exprKind.value, entries } } }
    }
    default:
      return expr
  }
}

/** The direct children of a node, in the order of the text. */
export function childrenOf(expr: Expr): readonly Expr[] {
  const children: Expr[] = []
  withChildren(expr, (child) => {
    children.push(child)
    return child
  })
  return children
}

/** A loop over a list or over a map’s keys: `range.macro(name, …body)`. */
export interface Loop {
  readonly range: Expr
  readonly name: string
  readonly body: readonly Expr[]
}

export function loopOf(call: Call): Loop | undefined {
  const [first, ...body] = call.args
  if (call.target === undefined || !BINDING.has(call.function) || body.length === 0) return undefined
  if (first?.exprKind.case !== 'identExpr') return undefined
  return { range: call.target, name: first.exprKind.value.name, body }
}

/** The names of `a.b.c`. Undefined for an expression that is not such a path. */
export function pathOf(expr: Expr): readonly string[] | undefined {
  const { exprKind } = expr
  if (exprKind.case === 'identExpr') return [exprKind.value.name.replace(/^\./, '')]
  if (exprKind.case !== 'selectExpr' || exprKind.value.operand === undefined) return undefined
  const before = pathOf(exprKind.value.operand)
  return before && [...before, exprKind.value.field]
}

/** The node at the beginning of an expression. The position of a node itself is that of its dot or operator. */
export function leftmost(expr: Expr): Expr {
  const { exprKind } = expr
  if (exprKind.case === 'selectExpr' && exprKind.value.operand) return leftmost(exprKind.value.operand)
  if (exprKind.case !== 'callExpr') return expr
  const { target, args, function: name } = exprKind.value
  if (target !== undefined) return leftmost(target)
  const [first, second] = args
  return first !== undefined && second !== undefined && /^[_@]/.test(name) ? leftmost(first) : expr
}

/** The names of a path as a tree, at the position of `at`. */
export function pathExpr(path: readonly string[], at: Expr): Expr {
  const [root = '', ...fields] = path
  const ident: Expr = {
    ...at,
    exprKind: { case: 'identExpr', value: { $typeName: 'cel.expr.Expr.Ident', name: root } },
  }
  return fields.reduce<Expr>(
    (operand, field) => ({
      ...at,
      exprKind: {
        case: 'selectExpr',
        value: { $typeName: 'cel.expr.Expr.Select', operand, field, testOnly: false },
      },
    }),
    ident,
  )
}

type Constant = Of<'constExpr'>['constantKind']

export function constantExpr(constantKind: Constant, at: Expr): Expr {
  return { ...at, exprKind: { case: 'constExpr', value: { $typeName: 'cel.expr.Constant', constantKind } } }
}

export function listExpr(elements: Expr[], at: Expr): Expr {
  const value: Of<'listExpr'> = { $typeName: 'cel.expr.Expr.CreateList', elements, optionalIndices: [] }
  return { ...at, exprKind: { case: 'listExpr', value } }
}

/** The value of the literals `true` and `false`; undefined for any other node. */
export function booleanOf({ exprKind }: Expr): boolean | undefined {
  if (exprKind.case !== 'constExpr') return undefined
  const { constantKind } = exprKind.value
  return constantKind.case === 'boolValue' ? constantKind.value : undefined
}
