import { type Expression, type ModuleExportName, parseSync, type SpreadElement, Visitor } from 'oxc-parser'

/** One place where a file names another module. */
export interface Import {
  /** As written; absent when the module is computed, so that no reader can tell which one it is. */
  readonly specifier?: string
  /** The names that are imported or exported from it, as they are called there. Absent where the whole module is. */
  readonly names?: readonly string[]
  /** The values among the names, each with its name here. Absent where the whole module is imported. */
  readonly values?: readonly { readonly name: string; readonly here: string }[]
  /** Absent for one that is evaluated with the file. `later`: by `import()`. `types`: by `import type`, which leaves nothing. */
  readonly kind?: 'later' | 'types' | 'file'
  /** 1-based. */
  readonly line: number
}

export interface FileImports {
  readonly imports: readonly Import[]
  /** What the parser could not read; imports after it may be missing. */
  readonly errors: readonly string[]
  /** The line of the first `await` outside of functions. */
  readonly awaits?: number
  /** The file has nothing but exports from other modules. */
  readonly exportsOnly: boolean
}

/**
 * Every module that a TypeScript or JavaScript file names: imports and re-exports, `import()`, types by `import('…')`,
 * `new URL('…', import.meta.url)` (workers, assets), `import.meta.glob('…')` and `vi.mock('…')`.
 */
export function importsOf(path: string, text: string): FileImports {
  const { program, errors } = parseSync(path, text)
  const imports: Import[] = []
  const lineAt = (start: number) => text.slice(0, start).split('\n').length
  const add = (specifier: string | undefined, start: number, more: Omit<Import, 'specifier' | 'line'> = {}) => {
    imports.push({ ...(specifier === undefined ? {} : { specifier }), ...more, line: lineAt(start) })
  }
  const ofKind = (kind: 'type' | 'value' | undefined) => (kind === 'type' ? ({ kind: 'types' } as const) : {})
  /** How many functions a place is in. */
  let depth = 0
  const enter = () => {
    depth += 1
  }
  const leave = () => {
    depth -= 1
  }
  let awaits: number | undefined
  const wait = (start: number) => {
    if (depth === 0) awaits ??= lineAt(start)
  }
  new Visitor({
    ImportDeclaration(node) {
      const { specifiers, importKind, source } = node
      const named = specifiers.filter((one) => one.type === 'ImportSpecifier')
      if (named.length < specifiers.length) return add(source.value, node.start, ofKind(importKind))
      const names = named.map(({ imported }) => nameOf(imported))
      const values = named
        .filter((one) => one.importKind !== 'type')
        .map(({ imported, local }) => ({ name: nameOf(imported), here: local.name }))
      add(source.value, node.start, { names, ...(named.length > 0 && { values }), ...ofKind(importKind) })
    },
    ExportNamedDeclaration(node) {
      const { specifiers, exportKind, source } = node
      if (source === null) return
      const names = specifiers.map(({ local }) => nameOf(local))
      const values = specifiers
        .filter((one) => one.exportKind !== 'type')
        .map(({ local, exported }) => ({ name: nameOf(local), here: nameOf(exported) }))
      add(source.value, node.start, { names, values, ...ofKind(exportKind) })
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, ofKind(node.exportKind))
    },
    ImportExpression(node) {
      add(literal(node.source), node.start, { kind: 'later' })
    },
    TSImportType(node) {
      add(node.source.value, node.start, { kind: 'types' })
    },
    AwaitExpression(node) {
      wait(node.start)
    },
    ForOfStatement(node) {
      if (node.await) wait(node.start)
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    NewExpression(node) {
      const [specifier, base] = node.arguments
      const file = literal(specifier)
      if (isName(node.callee, 'URL') && base !== undefined && isImportMetaUrl(base) && file !== undefined) {
        add(file, node.start, { kind: 'file' })
      }
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.computed) return
      const method = callee.property.type === 'Identifier' ? callee.property.name : ''
      const glob = callee.object.type === 'MetaProperty' && method === 'glob'
      const mock = isName(callee.object, 'vi') && /^(do)?mock$/i.test(method)
      if (glob || mock) for (const pattern of patterns(node.arguments[0])) add(pattern, node.start, { kind: 'file' })
    },
  }).visit(program)
  const exportsOnly = program.body.every(
    (node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null),
  )
  return { imports, errors: errors.map(({ message }) => message), exportsOnly, ...(awaits !== undefined && { awaits }) }
}

type Argument = Expression | SpreadElement

function nameOf(node: ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name
}

function isName(node: Argument, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

function isImportMetaUrl(node: Argument): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'MetaProperty' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'url'
  )
}

function literal(node: Argument | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

function patterns(node: Argument | undefined): readonly (string | undefined)[] {
  if (node?.type !== 'ArrayExpression') return [literal(node)]
  return node.elements.map((element) => (element === null ? undefined : literal(element)))
}
