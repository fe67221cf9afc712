import { isDNSLabel } from '../go/index.ts'
import { combinedResource, REQUEST_VERBS, type Rule } from '../kube/index.ts'
import type { SeenRequest } from '../logs/index.ts'
import type { Check } from '../trace/index.ts'
import type { Widening } from './options.ts'

/** A rule to add, and the observed requests that need it. */
export interface PlannedRule extends Rule {
  readonly because: readonly SeenRequest[]
}

/** What a rule is for: whom the impersonator may be, or what it may do as them. */
export type RulePart = 'identity' | 'action'

/** Rules of one part in one scope. An empty namespace stands for the whole cluster. */
export interface ScopedRules {
  readonly part: RulePart
  readonly namespace: string
  readonly rules: readonly PlannedRule[]
}

/** A check that must be allowed, and the request that makes it. */
export interface NeededCheck {
  readonly check: Check
  readonly request: SeenRequest
}

/** What a rule must grant for one check: a name is absent where the rule must hold for any, or the check has none. */
interface Atom {
  readonly part: RulePart
  readonly namespace: string
  readonly verb: string
  readonly apiGroup: string
  readonly resource: string
  readonly path: string
  readonly name?: string
  readonly request: SeenRequest
}

/**
 * The rules that grant these checks, by part and scope. Each is a product of its lists, and grants no combination beyond the
 * checks, but for what is widened.
 */
export function plannedRules(needed: readonly NeededCheck[], widen: readonly Widening[]): readonly ScopedRules[] {
  const scopes = new Map<string, { part: RulePart; namespace: string; atoms: Atom[] }>()
  for (const one of needed) {
    const atom = atomOf(one, widen)
    const key = `${atom.part}/${atom.namespace}`
    const scope = scopes.get(key) ?? { part: atom.part, namespace: atom.namespace, atoms: [] }
    scope.atoms.push(atom)
    scopes.set(key, scope)
  }
  return [...scopes.values()]
    .map(({ atoms, ...scope }) => ({ ...scope, rules: foldedRules(atoms) }))
    .sort((a, b) => order(a) - order(b) || compared(a.namespace, b.namespace))
}

function order({ part, namespace }: Pick<ScopedRules, 'part' | 'namespace'>): number {
  return (part === 'identity' ? 0 : 2) + (namespace === '' ? 0 : 1)
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function atomOf({ check, request }: NeededCheck, widen: readonly Widening[]): Atom {
  const { purpose, attributes } = check
  const { verb, apiGroup, namespace, name, path, isResourceRequest } = attributes
  const part: RulePart = purpose === 'action' ? 'action' : 'identity'
  // What no namespace can be called is granted in the whole cluster.
  const scoped = isResourceRequest && isDNSLabel(namespace) && !widen.includes('namespaces')
  const opened = widened(purpose) !== undefined && widen.includes(widened(purpose) as Widening)
  const everyNode = part === 'identity' && attributes.resource === 'nodes' && name === '*'
  return {
    part,
    namespace: scoped ? namespace : '',
    verb,
    apiGroup,
    resource: isResourceRequest ? combinedResource(attributes) : '',
    path: isResourceRequest ? '' : path,
    ...(name !== '' && !opened && !everyNode && { name }),
    request,
  }
}

function widened(purpose: Check['purpose']): Widening | undefined {
  switch (purpose) {
    case 'action':
      return 'names'
    case 'username':
      return 'users'
    case 'group':
      return 'groups'
    case 'uid':
      return 'uids'
    case 'extra':
      return 'extras'
    default:
      return undefined
  }
}

/** Verbs of one resource, or path, that need the same names. */
interface Piece {
  readonly apiGroup: string
  readonly resource: string
  readonly path: string
  readonly verbs: readonly string[]
  /** Sorted; undefined for any name. */
  readonly names: readonly string[] | undefined
  readonly because: ReadonlySet<SeenRequest>
}

function foldedRules(atoms: readonly Atom[]): readonly PlannedRule[] {
  const rules = new Map<string, { pieces: Piece[] }>()
  for (const piece of piecesOf(atoms)) {
    const { apiGroup, verbs, names, path } = piece
    const key = JSON.stringify([path === '' ? apiGroup : undefined, verbs, names ?? null])
    const rule = rules.get(key) ?? { pieces: [] }
    rule.pieces.push(piece)
    rules.set(key, rule)
  }
  return joinedGroups([...rules.values()].map(({ pieces }) => ruleOf(pieces)))
}

/** Rules that differ in their API group alone are one. */
function joinedGroups(rules: readonly PlannedRule[]): readonly PlannedRule[] {
  const joined = new Map<string, PlannedRule>()
  for (const rule of rules) {
    const { verbs, resources, resourceNames, nonResourceURLs } = rule
    const key = JSON.stringify([verbs, resources, resourceNames, nonResourceURLs])
    const other = joined.get(key)
    joined.set(
      key,
      other === undefined
        ? rule
        : {
            ...other,
            apiGroups: [...other.apiGroups, ...rule.apiGroups],
            because: [...new Set([...other.because, ...rule.because])],
          },
    )
  }
  return [...joined.values()]
}

function ruleOf(pieces: readonly Piece[]): PlannedRule {
  const [{ apiGroup, verbs, names = [], path }] = pieces as [Piece]
  const because = [...new Set(pieces.flatMap((piece) => [...piece.because]))]
  return path === ''
    ? {
        apiGroups: [apiGroup],
        resources: pieces.map(({ resource }) => resource).sort(compared),
        resourceNames: names,
        verbs,
        nonResourceURLs: [],
        because,
      }
    : {
        apiGroups: [],
        resources: [],
        resourceNames: [],
        verbs,
        nonResourceURLs: pieces.map(({ path }) => path).sort(compared),
        because,
      }
}

/** For each resource or path, its verbs by the names that they need. A verb for any name covers every name. */
function piecesOf(atoms: readonly Atom[]): readonly Piece[] {
  const resources = new Map<string, { atom: Atom; verbs: Map<string, VerbNeed> }>()
  for (const atom of atoms) {
    const key = JSON.stringify([atom.apiGroup, atom.resource, atom.path])
    const found = resources.get(key) ?? { atom, verbs: new Map() }
    const need = found.verbs.get(atom.verb) ?? { any: false, names: new Set(), because: new Set() }
    if (atom.name === undefined) need.any = true
    else need.names.add(atom.name)
    need.because.add(atom.request)
    found.verbs.set(atom.verb, need)
    resources.set(key, found)
  }
  return [...resources.values()].flatMap(({ atom, verbs }) => {
    const pieces = new Map<string, Piece & { verbs: string[]; because: Set<SeenRequest> }>()
    for (const [verb, { any, names, because }] of [...verbs].sort(
      ([a], [b]) => verbOrder(a) - verbOrder(b) || compared(a, b),
    )) {
      const sorted = any ? undefined : [...names].sort(compared)
      const key = JSON.stringify(sorted ?? null)
      const { apiGroup, resource, path } = atom
      const piece = pieces.get(key) ?? { apiGroup, resource, path, verbs: [], names: sorted, because: new Set() }
      piece.verbs.push(verb)
      for (const request of because) piece.because.add(request)
      pieces.set(key, piece)
    }
    return [...pieces.values()]
  })
}

interface VerbNeed {
  any: boolean
  readonly names: Set<string>
  readonly because: Set<SeenRequest>
}

/** The usual order of verbs, for sorting; of a verb of constrained impersonation that of the request counts. */
export function verbOrder(verb: string): number {
  const at = REQUEST_VERBS.indexOf(verb.slice(verb.lastIndexOf(':') + 1))
  return at === -1 ? REQUEST_VERBS.length : at
}
