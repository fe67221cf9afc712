import { ANY_VERSION, guessedPlural, isMasked } from '../../kube/index.ts'
import { LONGEST_WORDED } from './worded-refusal.ts'

/** An object that owns another one. A part that the text does not name is absent. */
export interface ReportedOwner {
  readonly kind?: string
  readonly apiGroup?: string
  readonly name?: string
  /** That of the refused object, in which an owner with a namespace is, too. */
  readonly namespace?: string
}

/** The owner in the log of a controller, or in an ownerReference; its namespace also in the URL or the command of the request. */
export function ownerIn(text: string): ReportedOwner | undefined {
  if (text.length > 2 * LONGEST_WORDED) return undefined
  const field = (name: string): string | undefined => known(new RegExp(`"${name}": ?"([A-Za-z0-9.-]{1,253})"`), text)
  const reference = /ownerReferences"?:([\s\S]{1,500})/.exec(text)?.[1] ?? ''
  const logged = field('controllerKind') ?? field('reconcilerKind')
  const kind = logged ?? known(/\bkind"?: *"?([A-Z][A-Za-z0-9]{0,62})/, reference)
  const group = logged
    ? (field('controllerGroup') ?? field('reconcilerGroup'))
    : known(/\bapiVersion"?: *"?([a-z0-9.-]{1,253})\/v\d/, reference)
  const name = logged ? field('name') : known(/\bname"?: *"?([a-z0-9.-]{1,253})/, reference)
  const namespace = namespaceIn(text)
  if (kind === undefined && namespace === undefined) return undefined
  return {
    ...(kind !== undefined && { kind, apiGroup: group ?? '' }),
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
  }
}

/** The resource of an owner whose kind is known; for an unknown kind its plural is guessed. */
export function resourceOfOwner({ kind, apiGroup = '' }: ReportedOwner) {
  if (kind === undefined) return undefined
  const known = ANY_VERSION.resources.find((one) => one.apiGroup === apiGroup && one.kind === kind)
  return { apiGroup, resource: known?.resource ?? guessedPlural(kind) }
}

/** The namespace of the refused object, in the line of a log, the URL or the command of its request. */
export function namespaceIn(text: string): string | undefined {
  return (
    known(/"namespace": ?"([a-z0-9-]{1,63})"/, text) ??
    known(/\/namespaces\/([a-z0-9-]{1,63})\//, text) ??
    known(/\b(?:kubectl|oc)\b[^\n]{0,500}? (?:-n|--namespace)[ =]([a-z0-9-]{1,63})(?=\s)/, text)
  )
}

/** The first group of a pattern in a text, unless it is a mask. */
function known(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined || isMasked(found) ? undefined : found
}
