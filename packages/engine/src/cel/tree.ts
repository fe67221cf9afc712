import type { parse } from '@bufbuild/cel'

type Parsed = ReturnType<typeof parse>
/** A node of CEL’s own syntax tree (`cel.expr.Expr`), here always with macros as they are written. */
export type Expr = Parsed['expr']
type SourceInfo = NonNullable<Parsed['sourceInfo']>
type Of<Case> = Extract<Expr['exprKind'], { readonly case: Case }>['value']
export type Call = Of<'callExpr'>

/** Macros that bind a name: the first argument, in all that follow. */
const BINDING: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter'])

/**
 * The tree as its text has it: CEL’s parser writes `list.all(x, …)` out as a loop, which nobody could read in a
 * residual. Throws RangeError where it nests so deep that nobody can.
 */
export function asWritten(expr: Expr, { macroCalls }: Pick<SourceInfo, 'macroCalls'>): Expr {
  const written = macroCalls[expr.id.toString()]
  const node = written === undefined ? expr : { ...expr, exprKind: written.exprKind }
  return withChildren(node, (child) => asWritten(child, { macroCalls }))
}

/** The same node over other children. */
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

/** What stands right below a node, in the order of the text. */
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

/** `a.b.c` as its names, or undefined for what is no such path. */
export function pathOf(expr: Expr): readonly string[] | undefined {
  const { exprKind } = expr
  if (exprKind.case === 'identExpr') return [exprKind.value.name.replace(/^\./, '')]
  if (exprKind.case !== 'selectExpr' || exprKind.value.operand === undefined) return undefined
  const before = pathOf(exprKind.value.operand)
  return before && [...before, exprKind.value.field]
}

/** The node that begins where the expression begins: positions are those of dots and operators. */
export function leftmost(expr: Expr): Expr {
  const { exprKind } = expr
  if (exprKind.case === 'selectExpr' && exprKind.value.operand) return leftmost(exprKind.value.operand)
  if (exprKind.case !== 'callExpr') return expr
  const { target, args, function: name } = exprKind.value
  if (target !== undefined) return leftmost(target)
  const [first, second] = args
  return first !== undefined && second !== undefined && /^[_@]/.test(name) ? leftmost(first) : expr
}

/** The names of a path as a tree, in place of `at`. */
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

/** The value of `true` and `false` as written; undefined for anything else. */
export function booleanOf({ exprKind }: Expr): boolean | undefined {
  if (exprKind.case !== 'constExpr') return undefined
  const { constantKind } = exprKind.value
  return constantKind.case === 'boolValue' ? constantKind.value : undefined
}
