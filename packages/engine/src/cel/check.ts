import { CONDITION_NAMES, type NameKind, REVIEW_NAMES } from '../kube/index.ts'
import { weightOf } from './pattern.ts'
import { wrongPattern } from './run.ts'
import { childrenOf, type Expr, loopOf, pathOf } from './tree.ts'
import { TYPE_NAMES } from './vocabulary.ts'

/** An error in a part of an expression that parses. */
export interface Mistake {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly at: Expr
}

/**
 * The allowed numbers of arguments of each function, without a target and with one. `ofText`: the target is a text, or without one the
 * first argument.
 */
const FUNCTIONS: Readonly<
  Record<
    string,
    { readonly plain?: number; readonly method?: number; readonly ofText?: true; readonly gives: NameKind }
  >
> = {
  size: { plain: 1, method: 0, gives: 'int' },
  startsWith: { method: 1, ofText: true, gives: 'bool' },
  endsWith: { method: 1, ofText: true, gives: 'bool' },
  contains: { method: 1, ofText: true, gives: 'bool' },
  matches: { plain: 2, method: 1, ofText: true, gives: 'bool' },
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

/** The names and functions that expressions may use for one purpose, and the type of their result. */
interface Language {
  /** Whether the documents’ own names may stand for ours. */
  readonly aliases?: true
  /** Whether a comparison of two types is an error, as in kube-apiserver. */
  readonly comparesTypes?: true
  /** Whether kube-apiserver has functions that are not evaluated here. */
  readonly lacksFunctions?: true
  readonly names: Readonly<Record<string, NameKind>>
  readonly functions: typeof FUNCTIONS
  readonly gives: NameKind
  readonly otherwise: (at: Expr, kind: NameKind) => Mistake
}

export const CONDITIONS: Language = {
  aliases: true,
  names: CONDITION_NAMES,
  functions: FUNCTIONS,
  gives: 'bool',
  otherwise: (at, kind) => notBoolean(at, kind, 'A condition'),
}

/**
 * The language of parameters of permissions, with the string functions of Kubernetes whose results are not longer than
 * their input.
 */
export const PARAMETERS: Language = {
  names: { parameter: 'string' },
  functions: {
    ...FUNCTIONS,
    split: { method: 1, ofText: true, gives: 'list' },
    substring: { method: 2, ofText: true, gives: 'string' },
    indexOf: { method: 1, ofText: true, gives: 'int' },
    lastIndexOf: { method: 1, ofText: true, gives: 'int' },
    charAt: { method: 1, ofText: true, gives: 'string' },
    lowerAscii: { method: 0, ofText: true, gives: 'string' },
    trim: { method: 0, ofText: true, gives: 'string' },
  },
  gives: 'string',
  otherwise: (at, kind) => ({
    code: 'cel-not-text',
    message: `A parameter must be a text, but this is ${spoken(kind)}.`,
    fix: 'Compute a text, such as parameter.split("/")[0].',
    at,
  }),
}

/** The language of `matchConditions`: `request`, whose types kube-apiserver checks. */
export const MATCH_CONDITIONS: Language = {
  comparesTypes: true,
  lacksFunctions: true,
  names: REVIEW_NAMES,
  functions: { ...PARAMETERS.functions, upperAscii: { method: 0, ofText: true, gives: 'string' } },
  gives: 'bool',
  otherwise: (at, kind) => notBoolean(at, kind, 'A match condition'),
}

const LOGIC: ReadonlySet<string> = new Set(['_&&_', '_||_', '!_'])
const COMPARISON: ReadonlySet<string> = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_', '@in'])
const ARITHMETIC: ReadonlySet<string> = new Set(['_+_', '_-_', '_*_', '_/_', '_%_', '-_'])
/** The most characters of a pattern: RE2 takes time in proportion to pattern times text. */
const MOST_OF_A_PATTERN = 256
/** The most instructions of a pattern: compiling also takes time in proportion to them. */
const HEAVIEST_PATTERN = 2000

/** Checks names, fields, functions and booleans. Reports the first mistake of each kind of place. */
export function mistakesIn(expr: Expr, language: Language = CONDITIONS): readonly Mistake[] {
  const mistakes: Mistake[] = []
  const kind = kindOf(expr, new Set(), { language, report: (mistake) => mistakes.push(mistake) })
  if (mistakes.length === 0 && kind !== 'any' && kind !== language.gives) mistakes.push(language.otherwise(expr, kind))
  return mistakes
}

interface Context {
  readonly language: Language
  readonly report: (mistake: Mistake) => void
}

function kindOf(expr: Expr, bound: ReadonlySet<string>, context: Context): NameKind {
  const { exprKind } = expr
  switch (exprKind.case) {
    case 'constExpr': {
      const kind = exprKind.value.constantKind.case
      if (!fits(exprKind.value.constantKind)) context.report(tooLarge(expr))
      if (kind === 'boolValue') return 'bool'
      if (kind === 'stringValue') return 'string'
      return kind === 'int64Value' ? 'int' : 'any'
    }
    case 'identExpr':
    case 'selectExpr': {
      const path = pathOf(expr)
      if (path !== undefined) return kindOfPath(path, expr, bound, context)
      for (const child of childrenOf(expr)) kindOf(child, bound, context)
      return 'any'
    }
    case 'listExpr':
      for (const child of childrenOf(expr)) kindOf(child, bound, context)
      return 'list'
    case 'structExpr':
      for (const child of childrenOf(expr)) kindOf(child, bound, context)
      if (exprKind.value.messageName !== '')
        context.report(unknownFunction(exprKind.value.messageName, expr, context.language))
      return 'map'
    case 'callExpr':
      return kindOfCall(expr, bound, context)
    default:
      return 'any'
  }
}

function kindOfPath(path: readonly string[], at: Expr, bound: ReadonlySet<string>, context: Context): NameKind {
  const [root = '', ...fields] = path
  if (bound.has(root)) return 'any'
  if (fields.length === 0 && TYPE_NAMES.has(root)) return 'type'
  if (!Object.hasOwn(context.language.names, root)) {
    context.report({
      code: 'cel-unknown-name',
      message: `Unknown name “${root}”.`,
      fix: `Names are ${Object.keys(context.language.names).join(', ')}.`,
      at,
    })
    return 'any'
  }
  let kind = context.language.names[root] as NameKind
  let said = root
  for (const field of fields) {
    if (kind === 'map' || kind === 'any') return 'any'
    if (typeof kind === 'string' || !Object.hasOwn(kind.fields, field)) {
      const has = typeof kind === 'string' ? `is ${spoken(kind)}` : `has ${Object.keys(kind.fields).join(', ')}`
      context.report({
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

function kindOfCall(expr: Expr, bound: ReadonlySet<string>, context: Context): NameKind {
  if (expr.exprKind.case !== 'callExpr') return 'any'
  const call = expr.exprKind.value
  const { function: name, target, args } = call
  const loop = loopOf(call)
  if (loop !== undefined) {
    kindOf(loop.range, bound, context)
    const inside = new Set([...bound, loop.name])
    for (const part of loop.body) kindOf(part, inside, context)
    return name === 'map' || name === 'filter' ? 'list' : 'bool'
  }
  const kinds = args.map((arg) => kindOf(arg, bound, context))
  const targetKind = target && kindOf(target, bound, context)
  if (LOGIC.has(name)) {
    args.forEach((arg, index) => {
      const kind = kinds[index] as NameKind
      if (!canBe('bool', kind)) context.report(notBoolean(arg, kind, `An operand of ${name.replaceAll('_', '')}`))
    })
    return 'bool'
  }
  if (COMPARISON.has(name)) {
    const [left = 'any', right = 'any'] = kinds
    const isWrong =
      name !== '@in' && (context.language.comparesTypes ? !comparable(left, right) : oneHasFields(left, right))
    if (isWrong) context.report(twoTypes(expr, left, right))
    return 'bool'
  }
  if (name === '_?_:_') return kinds[1] === kinds[2] ? (kinds[1] ?? 'any') : 'any'
  // CEL mixes no types: one operand tells the type of the result, where it is known.
  if (ARITHMETIC.has(name)) return kinds.find((kind) => kind === 'int' || kind === 'string' || kind === 'list') ?? 'any'
  if (name === '_[_]') return 'any'
  const { functions } = context.language
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined
  const wanted = target === undefined ? known?.plain : known?.method
  if (known === undefined) context.report(unknownFunction(name, expr, context.language))
  else if (wanted !== args.length) {
    const takes = wanted === undefined ? (target ? 'is called as f(x)' : 'is called as x.f()') : `takes ${wanted}`
    context.report({
      code: 'cel-wrong-call',
      message: `“${name}” is called with ${args.length} ${args.length === 1 ? 'argument' : 'arguments'}, but ${takes}.`,
      fix: `Call it as CEL defines it, such as ${EXAMPLES[name] ?? `${name}(x)`}.`,
      at: expr,
    })
  } else {
    const [of, kind] = target === undefined ? [args[0], kinds[0]] : [target, targetKind]
    if (known.ofText && of !== undefined && kind !== undefined && !canBe('string', kind))
      context.report(notText(name, of, kind))
    if (name === 'matches') checkPattern(args.at(-1) as Expr, context)
    if (name === 'has' && of !== undefined && of.exprKind.case !== 'selectExpr') context.report(notField(of))
  }
  return known?.gives ?? 'any'
}

const EXAMPLES: Readonly<Record<string, string>> = {
  startsWith: 'name.startsWith("a")',
  endsWith: 'name.endsWith("a")',
  contains: 'name.contains("a")',
  matches: 'name.matches("^a+$")',
  size: 'size(list)',
}

type Constant = Extract<Expr['exprKind'], { readonly case: 'constExpr' }>['value']['constantKind']

/** Whether a number fits CEL’s 64 bits. The library accepts larger ones. */
function fits({ case: kind, value }: Constant): boolean {
  if (kind === 'int64Value') return BigInt.asIntN(64, value) === value
  if (kind === 'uint64Value') return BigInt.asUintN(64, value) === value
  return kind !== 'doubleValue' || Number.isFinite(value)
}

function tooLarge(at: Expr): Mistake {
  return {
    code: 'cel-number',
    message: 'This number is too large: numbers in CEL have 64 bits.',
    fix: 'Write a smaller one.',
    at,
  }
}

function checkPattern(pattern: Expr, context: Context): void {
  const constant = pattern.exprKind.case === 'constExpr' ? pattern.exprKind.value.constantKind : undefined
  if (constant?.case !== 'stringValue' || constant.value.length > MOST_OF_A_PATTERN) {
    const message = `A pattern here is a text in quotes of at most ${MOST_OF_A_PATTERN} characters.`
    context.report({
      ...PATTERN,
      message,
      fix: 'Write it in quotes, or use startsWith, endsWith or contains.',
      at: pattern,
    })
  } else if (weightOf(constant.value) > HEAVIEST_PATTERN) {
    const message = `This pattern repeats so much that it counts for more than ${HEAVIEST_PATTERN} characters.`
    context.report({ ...PATTERN, message, fix: 'Use smaller counts in its braces.', at: pattern })
  } else {
    const wrong = wrongPattern(constant.value)
    if (wrong !== undefined) {
      const fix = 'Patterns have the syntax of RE2, without lookaround and backreferences.'
      context.report({ ...PATTERN, message: `This is not a pattern: ${wrong}.`, fix, at: pattern })
    }
  }
}

const PATTERN = { code: 'cel-pattern' } as const

function unknownFunction(name: string, at: Expr, { functions, lacksFunctions }: Language): Mistake {
  return {
    code: 'cel-unknown-function',
    message: lacksFunctions ? `The playground does not evaluate “${name}”.` : `Unknown function “${name}”.`,
    fix: `Functions are ${Object.keys(functions).join(', ')}, all, exists, exists_one, map, filter.`,
    at,
  }
}

/** Go: `invalid argument to has() macro`. */
function notField(at: Expr): Mistake {
  return {
    code: 'cel-not-field',
    message: '“has” asks for a field, such as has(x.field), and this is not one.',
    fix: 'Write has(x.field), or "key" in x for a key of a map.',
    at,
  }
}

function notBoolean(at: Expr, kind: NameKind, what: string): Mistake {
  return {
    code: 'cel-not-boolean',
    message: `${what} must be true or false, but this is ${spoken(kind)}.`,
    fix: 'Compare it: write == and a value after it.',
    at,
  }
}

/** Whether CEL has an operator for two types. Those that are known only when it runs are comparable. */
function comparable(left: NameKind, right: NameKind): boolean {
  return left === 'any' || right === 'any' || left === right
}

/** Whether one value has fields, and the other one is none that can have them: the two are never the same. */
function oneHasFields(left: NameKind, right: NameKind): boolean {
  const [hasFields, others] = [left, right].map((kind) => typeof kind !== 'string') as [boolean, boolean]
  if (hasFields === others) return false
  const other = hasFields ? right : left
  return other !== 'any' && other !== 'map'
}

function twoTypes(at: Expr, left: NameKind, right: NameKind): Mistake {
  return {
    code: 'cel-two-types',
    message: `CEL does not compare ${spoken(left)} with ${spoken(right)}.`,
    fix: 'Compare values of one type.',
    at,
  }
}

function notText(name: string, at: Expr, kind: NameKind): Mistake {
  const fields =
    typeof kind === 'string' ? [] : Object.keys(kind.fields).filter((field) => kind.fields[field] === 'string')
  return {
    code: 'cel-not-of-text',
    message: `“${name}” is called on a text, but this is ${spoken(kind)}.`,
    fix: fields.length === 0 ? 'Call it on a text.' : `Call it on a field that is a text: ${fields.join(', ')}.`,
    at,
  }
}

function canBe(wanted: 'bool' | 'string', kind: NameKind): boolean {
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
