import { CONDITION_NAMES, type NameKind } from '../kube/index.ts'
import { childrenOf, type Expr, loopOf, pathOf } from './tree.ts'
import { TYPE_NAMES } from './vocabulary.ts'

/** What is wrong with a part of an expression that parses. */
export interface Mistake {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly at: Expr
}

/** What each function takes: numbers of arguments, without a target and with one. */
const FUNCTIONS: Readonly<
  Record<string, { readonly plain?: number; readonly method?: number; readonly gives: NameKind }>
> = {
  size: { plain: 1, method: 0, gives: 'int' },
  startsWith: { method: 1, gives: 'bool' },
  endsWith: { method: 1, gives: 'bool' },
  contains: { method: 1, gives: 'bool' },
  matches: { plain: 2, method: 1, gives: 'bool' },
  has: { plain: 1, gives: 'bool' },
  type: { plain: 1, gives: 'type' },
  dyn: { plain: 1, gives: 'any' },
  string: { plain: 1, gives: 'string' },
  int: { plain: 1, gives: 'int' },
  uint: { plain: 1, gives: 'any' },
  double: { plain: 1, gives: 'any' },
  bool: { plain: 1, gives: 'bool' },
  bytes: { plain: 1, gives: 'any' },
}

const LOGIC: ReadonlySet<string> = new Set(['_&&_', '_||_', '!_'])
const COMPARISON: ReadonlySet<string> = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_', '@in'])
const ARITHMETIC: ReadonlySet<string> = new Set(['_+_', '_-_', '_*_', '_/_', '_%_', '-_', '_[_]', '_?_:_'])
/** Longer patterns are refused: RE2 takes time in proportion to pattern times text. */
const MOST_OF_A_PATTERN = 256

/** Checks names, fields, functions and what is wanted to be true or false. The first mistake of each kind of place. */
export function mistakesIn(expr: Expr): readonly Mistake[] {
  const mistakes: Mistake[] = []
  const kind = kindOf(expr, new Set(), (mistake) => mistakes.push(mistake))
  if (mistakes.length === 0 && !canBe('bool', kind)) mistakes.push(notBoolean(expr, kind, 'A condition'))
  return mistakes
}

type Report = (mistake: Mistake) => void

function kindOf(expr: Expr, bound: ReadonlySet<string>, report: Report): NameKind {
  const { exprKind } = expr
  switch (exprKind.case) {
    case 'constExpr': {
      const kind = exprKind.value.constantKind.case
      if (kind === 'boolValue') return 'bool'
      if (kind === 'stringValue') return 'string'
      return kind === 'int64Value' ? 'int' : 'any'
    }
    case 'identExpr':
    case 'selectExpr': {
      const path = pathOf(expr)
      if (path !== undefined) return kindOfPath(path, expr, bound, report)
      for (const child of childrenOf(expr)) kindOf(child, bound, report)
      return 'any'
    }
    case 'listExpr':
      for (const child of childrenOf(expr)) kindOf(child, bound, report)
      return 'list'
    case 'structExpr':
      for (const child of childrenOf(expr)) kindOf(child, bound, report)
      if (exprKind.value.messageName !== '') report(unknownFunction(exprKind.value.messageName, expr))
      return 'map'
    case 'callExpr':
      return kindOfCall(expr, bound, report)
    default:
      return 'any'
  }
}

function kindOfPath(path: readonly string[], at: Expr, bound: ReadonlySet<string>, report: Report): NameKind {
  const [root = '', ...fields] = path
  if (bound.has(root)) return 'any'
  if (fields.length === 0 && TYPE_NAMES.has(root)) return 'type'
  if (!Object.hasOwn(CONDITION_NAMES, root)) {
    report({
      code: 'cel-unknown-name',
      message: `Nothing here is called “${root}”.`,
      fix: `Names are ${Object.keys(CONDITION_NAMES).join(', ')}.`,
      at,
    })
    return 'any'
  }
  let kind = CONDITION_NAMES[root] as NameKind
  let said = root
  for (const field of fields) {
    if (kind === 'map' || kind === 'any') return 'any'
    if (typeof kind === 'string' || !Object.hasOwn(kind.fields, field)) {
      const has = typeof kind === 'string' ? `is ${spoken(kind)}` : `has ${Object.keys(kind.fields).join(', ')}`
      report({
        code: 'cel-unknown-field',
        message: `“${said}” has no field “${field}”.`,
        fix: `“${said}” ${has}.`,
        at,
      })
      return 'any'
    }
    kind = kind.fields[field] as NameKind
    said = `${said}.${field}`
  }
  return kind
}

function kindOfCall(expr: Expr, bound: ReadonlySet<string>, report: Report): NameKind {
  if (expr.exprKind.case !== 'callExpr') return 'any'
  const call = expr.exprKind.value
  const { function: name, target, args } = call
  const loop = loopOf(call)
  if (loop !== undefined) {
    kindOf(loop.range, bound, report)
    const inside = new Set([...bound, loop.name])
    for (const part of loop.body) kindOf(part, inside, report)
    return name === 'map' || name === 'filter' ? 'list' : 'bool'
  }
  const kinds = args.map((arg) => kindOf(arg, bound, report))
  if (target !== undefined) kindOf(target, bound, report)
  if (LOGIC.has(name)) {
    args.forEach((arg, index) => {
      const kind = kinds[index] as NameKind
      if (!canBe('bool', kind)) report(notBoolean(arg, kind, `What stands beside ${name.replaceAll('_', '')}`))
    })
    return 'bool'
  }
  if (COMPARISON.has(name)) return 'bool'
  if (ARITHMETIC.has(name)) return name === '_+_' && kinds.includes('string') ? 'string' : 'any'
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  const wanted = target === undefined ? known?.plain : known?.method
  if (known === undefined) report(unknownFunction(name, expr))
  else if (wanted !== args.length) {
    const takes = wanted === undefined ? (target ? 'is called as f(x)' : 'is called as x.f()') : `takes ${wanted}`
    report({
      code: 'cel-wrong-call',
      message: `“${name}” is called with ${args.length} ${args.length === 1 ? 'argument' : 'arguments'}, and ${takes}.`,
      fix: `Call it as CEL defines it, such as ${EXAMPLES[name] ?? `${name}(x)`}.`,
      at: expr,
    })
  } else if (name === 'matches') checkPattern(args.at(-1) as Expr, report)
  return known?.gives ?? 'any'
}

const EXAMPLES: Readonly<Record<string, string>> = {
  startsWith: 'name.startsWith("a")',
  endsWith: 'name.endsWith("a")',
  contains: 'name.contains("a")',
  matches: 'name.matches("^a+$")',
  size: 'size(list)',
}

function checkPattern(pattern: Expr, report: Report): void {
  const constant = pattern.exprKind.case === 'constExpr' ? pattern.exprKind.value.constantKind : undefined
  if (constant?.case === 'stringValue' && constant.value.length <= MOST_OF_A_PATTERN) return
  report({
    code: 'cel-pattern',
    message: `A pattern here is a text in quotes of at most ${MOST_OF_A_PATTERN} characters.`,
    fix: 'Write it in quotes, or use startsWith, endsWith or contains.',
    at: pattern,
  })
}

function unknownFunction(name: string, at: Expr): Mistake {
  return {
    code: 'cel-unknown-function',
    message: `There is no function “${name}”.`,
    fix: `Functions are ${Object.keys(FUNCTIONS).join(', ')}, all, exists, exists_one, map, filter.`,
    at,
  }
}

function notBoolean(at: Expr, kind: NameKind, what: string): Mistake {
  return {
    code: 'cel-not-boolean',
    message: `${what} is true or false, and this is ${spoken(kind)}.`,
    fix: 'Compare it: write == and a value behind it.',
    at,
  }
}

function canBe(wanted: 'bool', kind: NameKind): boolean {
  return kind === wanted || kind === 'any'
}

function spoken(kind: NameKind): string {
  if (typeof kind !== 'string') return `something with the fields ${Object.keys(kind.fields).join(', ')}`
  const words = {
    bool: 'true or false',
    string: 'a text',
    int: 'a number',
    list: 'a list',
    map: 'a mapping',
    type: 'a type',
    any: 'anything',
  }
  return words[kind]
}
