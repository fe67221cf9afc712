import { type Node, parseSync, visitorKeys } from 'oxc-parser'
import { GUARDS, PASSED_ON } from './rooms.ts'

/** A place where code is loaded later, and nobody says so where it does not arrive. */
export interface Unguarded {
  /** 1-based. */
  readonly line: number
  readonly message: string
}

/**
 * The `import()` of a file whose failure nobody handles. One is guarded as the argument of a guard ({@link GUARDS}), when it is
 * awaited in `try` with a `catch`, and with `.catch(…)` or `.then(…, …)`; a function of the file, when each of its calls is. What
 * a function gives to other files must be guarded, or be in {@link PASSED_ON}.
 */
export function unguardedImports(path: string, text: string): readonly Unguarded[] {
  if (!text.includes('import(') || reasonFor(path) !== undefined) return []
  const { program } = parseSync(path, text)
  const parents = parentsOf(program)
  const nodes = [program, ...parents.keys()]
  const found: Unguarded[] = []
  const tell = (start: number, message: string) =>
    found.push({ line: text.slice(0, start).split('\n').length, message })

  /** Whether each way out of the node by a failure is guarded. `seen`: functions that are being judged already. */
  function isGuarded(node: Node, seen: ReadonlySet<Node>): boolean {
    let awaited = false
    for (let [child, parent] = [node, parents.get(node)]; parent; [child, parent] = [parent, parents.get(parent)]) {
      if (isHandled(child, parent, parents.get(parent))) return true
      if (parent.type === 'AwaitExpression') awaited = true
      if (parent.type === 'TryStatement' && parent.block === child && parent.handler !== null && awaited) return true
      if (!isFunction(parent)) continue
      const around = parents.get(parent)
      if (around?.type === 'CallExpression' && around.callee.type === 'Identifier' && around.callee !== parent)
        if (GUARDS.includes(around.callee.name)) return true
      return isGuardedFunction(parent, around, seen)
    }
    return false
  }

  function isGuardedFunction(node: Node, around: Node | undefined, seen: ReadonlySet<Node>): boolean {
    if (reasonFor(path, topName(node)) !== undefined) return true
    const name = nameOf(node, around)
    if (name === undefined) return false
    const declared = node.type === 'FunctionDeclaration' ? node : around && parents.get(around)
    if (declared && parents.get(declared)?.type === 'ExportNamedDeclaration') return false
    if (seen.has(node)) return true
    const uses = nodes.filter((one) => one.type === 'Identifier' && one.name === name && isUse(one, parents.get(one)))
    return uses.length > 0 && uses.every((one) => isGuarded(one, new Set([...seen, node])))
  }

  /** The name of the declaration at the top of the file that a node is in. */
  function topName(node: Node): string | undefined {
    let name: string | undefined
    for (let one: Node | undefined = node; one; one = parents.get(one)) {
      if (one.type === 'FunctionDeclaration') name = one.id?.name
      if (one.type === 'VariableDeclarator' && one.id.type === 'Identifier') name = one.id.name
    }
    return name
  }

  for (const node of nodes) {
    if (node.type !== 'ImportExpression' || isGuarded(node, new Set())) continue
    tell(
      node.start,
      `loads a part later, and nobody says so where it does not arrive: use ${GUARDS.join(', ')}, \`catch\` it, or give the reason in PASSED_ON of scripts/boundaries/rooms.ts`,
    )
  }
  return found
}

/** Why the whole file, or the declaration of that name at its top, needs no guard. */
function reasonFor(path: string, name?: string): string | undefined {
  if (name !== undefined) return PASSED_ON[`${path}#${name}`]
  return Object.entries(PASSED_ON).find(([place]) => place.endsWith('/') && path.startsWith(place))?.[1]
}

/** Whether a promise is handled right where it is made: `child` is in `parent`, whose call is `call`. */
function isHandled(child: Node, parent: Node, call: Node | undefined): boolean {
  if (parent.type !== 'MemberExpression' || parent.object !== child || parent.computed) return false
  if (call?.type !== 'CallExpression' || call.callee !== parent || parent.property.type !== 'Identifier') return false
  const { name } = parent.property
  return name === 'catch' || (name === 'then' && call.arguments.length === 2)
}

function isFunction(node: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)
}

/** The name by which the file calls a function. */
function nameOf(node: Node, around: Node | undefined): string | undefined {
  if (node.type === 'FunctionDeclaration') return node.id?.name
  return around?.type === 'VariableDeclarator' && around.id.type === 'Identifier' ? around.id.name : undefined
}

/** Whether an identifier is neither a declaration nor a property of that name. */
function isUse(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return false
  if (isFunction(parent)) return 'body' in parent && parent.body === node
  if (parent.type === 'VariableDeclarator') return parent.init === node
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed
  return !(parent.type === 'Property' && parent.key === node && !parent.shorthand)
}

function parentsOf(root: Node): ReadonlyMap<Node, Node> {
  const parents = new Map<Node, Node>()
  const visit = (node: Node) => {
    for (const key of visitorKeys[node.type] ?? []) {
      const value = (node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null>>)[key]
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!child) continue
        parents.set(child, node)
        visit(child)
      }
    }
  }
  visit(root)
  return parents
}
