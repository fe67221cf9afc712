import { RBAC_GROUP } from '../kube/index.ts'
import type { Struct } from './decoded.ts'
import type { RbacKind } from './schema.ts'

/** Fits every rule for names, and for keys and values of labels, whatever else those take. */
const PLAIN = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/
/** The same with what names of roles and keys of labels may hold besides: a domain before “/” in keys, “:” in names. */
const PLAIN_NAME = /^[a-z0-9](?:[-a-z0-9.:]{0,250}[a-z0-9])?$/
const PLAIN_KEY = /^(?:[a-z0-9]{1,20}[-.]){0,5}[a-z0-9]{1,20}\/[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/

/**
 * Whether validation has nothing to say of a role or binding, told from what nearly all of them look like; false is no
 * more than that a closer look is needed. It spares pages the rules and words of validation.
 */
export function isPlainlyValid(kind: RbacKind, object: Struct): boolean {
  const metadata = object.struct('metadata')
  if (metadata === undefined || !has(object) || !has(metadata) || !isPlainMetadata(kind, metadata)) return false
  if (kind === 'Role' || kind === 'ClusterRole') {
    return isPlainAggregation(object) && object.structs('rules').every(({ value }) => isPlainRule(value, kind))
  }
  return isPlainReference(kind, object) && object.structs('subjects').every(({ value }) => isPlainSubject(value, kind))
}

/** Whether all was understood, and what is named is there. */
function has(struct: Struct, ...lists: readonly string[]): boolean {
  return struct.unread.length === 0 && lists.every((list) => struct.list(list).length > 0)
}

const PLAIN_METADATA: ReadonlySet<string> = new Set(['name', 'namespace', 'labels', 'annotations', 'creationTimestamp'])

function isPlainMetadata(kind: RbacKind, metadata: Struct): boolean {
  const namespace = metadata.text('namespace')
  return (
    metadata.fields.every(({ name }) => PLAIN_METADATA.has(name)) &&
    PLAIN_NAME.test(metadata.text('name')) &&
    (namespace === '' || (!kind.startsWith('Cluster') && PLAIN.test(namespace))) &&
    arePlainLabels(metadata, 'labels') &&
    metadata.map('annotations').every(({ name, value }) => isPlainKey(name) && value.length < 1000) &&
    metadata.map('annotations').length < 20
  )
}

function isPlainKey(key: string): boolean {
  return PLAIN.test(key) || PLAIN_KEY.test(key)
}

function arePlainLabels(struct: Struct, field: string): boolean {
  return struct.map(field).every(({ name, value }) => isPlainKey(name) && (value === '' || PLAIN.test(value)))
}

function isPlainRule(rule: Struct, kind: RbacKind): boolean {
  if (!has(rule, 'verbs')) return false
  if (rule.list('nonResourceURLs').length === 0) return has(rule, 'apiGroups', 'resources')
  return (
    kind === 'ClusterRole' && ['apiGroups', 'resources', 'resourceNames'].every((list) => rule.list(list).length === 0)
  )
}

function isPlainAggregation(object: Struct): boolean {
  const rule = object.struct('aggregationRule')
  return (
    rule === undefined ||
    (has(rule, 'clusterRoleSelectors') &&
      rule
        .structs('clusterRoleSelectors')
        .every(
          ({ value }) =>
            has(value) && value.list('matchExpressions').length === 0 && arePlainLabels(value, 'matchLabels'),
        ))
  )
}

function isPlainReference(kind: RbacKind, object: Struct): boolean {
  const roleRef = object.struct('roleRef')
  const named = roleRef?.text('kind')
  return (
    roleRef !== undefined &&
    has(roleRef) &&
    isGroup(roleRef) &&
    (named === 'ClusterRole' || (named === 'Role' && kind === 'RoleBinding')) &&
    PLAIN_NAME.test(roleRef.text('name'))
  )
}

function isPlainSubject(subject: Struct, kind: RbacKind): boolean {
  const name = subject.text('name')
  if (!has(subject) || name === '') return false
  if (subject.text('kind') !== 'ServiceAccount')
    return isGroup(subject) && /^(?:User|Group)$/.test(subject.text('kind'))
  return (
    PLAIN.test(name) && subject.text('apiGroup') === '' && (kind === 'RoleBinding' || subject.text('namespace') !== '')
  )
}

function isGroup(struct: Struct): boolean {
  const group = struct.text('apiGroup')
  return group === '' || group === RBAC_GROUP
}
