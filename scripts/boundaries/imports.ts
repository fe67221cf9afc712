import { type Expression, type ModuleExportName, parseSync, type SpreadElement, Visitor } from 'oxc-parser'

/** One place where a file names another module. */
export interface Import {
  /** As written; absent when the module is computed, so that no reader can tell which one it is. */
  readonly specifier?: string
  /** The names that are imported or exported from it, as they are called there. Absent where the whole module is. */
  readonly names?: readonly string[]
  /** 1-based. */
  readonly line: number
}

export interface FileImports {
  readonly imports: readonly Import[]
  /** What the parser could not read; imports after it may be missing. */
  readonly errors: readonly string[]
}

/**
 * Every module that a TypeScript or JavaScript file names: imports and re-exports, `import()`, types by `import('…')`,
 * `new URL('…', import.meta.url)` (workers, assets), `import.meta.glob('…')` and `vi.mock('…')`.
 */
export function importsOf(path: string, text: string): FileImports {
  const { program, errors } = parseSync(path, text)
  const imports: Import[] = []
  const add = (specifier: string | undefined, start: number, names?: readonly string[]) => {
    const line = text.slice(0, start).split('\n').length
    imports.push({ ...(specifier === undefined ? {} : { specifier }), ...(names && { names }), line })
  }
  new Visitor({
    ImportDeclaration(node) {
      const names = node.specifiers.map((one) => (one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*'))
      add(node.source.value, node.start, names.includes('*') ? undefined : names)
    },
    ExportNamedDeclaration(node) {
      if (node.source === null) return
      const names = node.specifiers.map(({ local }) => nameOf(local))
      add(node.source.value, node.start, names)
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start)
    },
    ImportExpression(node) {
      add(literal(node.source), node.start)
    },
    TSImportType(node) {
      add(node.source.value, node.start)
    },
    NewExpression(node) {
      const [specifier, base] = node.arguments
      const file = literal(specifier)
      if (isName(node.callee, 'URL') && base !== undefined && isImportMetaUrl(base) && file !== undefined) {
        add(file, node.start)
      }
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.computed) return
      const method = callee.property.type === 'Identifier' ? callee.property.name : ''
      const glob = callee.object.type === 'MetaProperty' && method === 'glob'
      const mock = isName(callee.object, 'vi') && /^(do)?mock$/i.test(method)
      if (glob || mock) for (const pattern of patterns(node.arguments[0])) add(pattern, node.start)
    },
  }).visit(program)
  return { imports, errors: errors.map((error) => error.message) }
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
