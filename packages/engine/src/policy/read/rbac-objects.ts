import type { Binding, LabelSelector, PolicyRule, Role, RoleRef, Subject } from '../../kube/index.ts'
import type { Span } from '../../text/index.ts'
import type { Struct } from '../decode/decoded-value.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'

/** An object that was read without errors. */
export type RbacObject =
  | { readonly role: Role }
  /** `roleNameSpan`: the place of the role's name. */
  | { readonly binding: Binding; readonly roleNameSpan: Span }

/** The namespace of a Role or RoleBinding without one: kubectl's default. */
const DEFAULT_NAMESPACE = 'default'
/** A placeholder for the five random characters that the API server appends to `generateName`. */
const GENERATED_SUFFIX = 'xxxxx'

/** Converts a validated struct to a role or binding, with the API server's defaults. */
export function rbacObject(kind: RbacKind, struct: Struct): RbacObject {
  if (kind === 'Role' || kind === 'ClusterRole') return { role: roleOf(kind, struct) }
  const roleRef = struct.struct('roleRef') ?? struct
  return {
    binding: bindingOf(kind, struct, roleRef),
    roleNameSpan: spanOf(roleRef.field('name')?.node ?? roleRef.node),
  }
}

function spanOf({ start, end }: Span): Span {
  return { start, end }
}

function nameOf(metadata: Struct | undefined, object: Struct): { readonly name: string; readonly nameSpan: Span } {
  const given = metadata?.text('name') ?? ''
  const field = given === '' ? 'generateName' : 'name'
  const name = given === '' ? `${metadata?.text('generateName') ?? ''}${GENERATED_SUFFIX}` : given
  return { name, nameSpan: spanOf(metadata?.field(field)?.node ?? object.node) }
}

function namespaceOf(kind: RbacKind, metadata: Struct | undefined): string {
  if (kind === 'ClusterRole' || kind === 'ClusterRoleBinding') return ''
  const namespace = metadata?.text('namespace') ?? ''
  return namespace === '' ? DEFAULT_NAMESPACE : namespace
}

function texts(struct: Struct, list: string): readonly string[] {
  return struct.texts(list).map(({ value }) => value)
}

function labelsOf(struct: Struct | undefined, field: string): ReadonlyMap<string, string> {
  const kept = (struct?.map(field) ?? []).filter(({ isNull }) => isNull !== true)
  return new Map(kept.map(({ name, value }) => [name, value]))
}

function roleOf(kind: 'Role' | 'ClusterRole', struct: Struct): Role {
  const metadata = struct.struct('metadata')
  const aggregation = struct.struct('aggregationRule')
  return {
    kind,
    ...nameOf(metadata, struct),
    namespace: namespaceOf(kind, metadata),
    labels: labelsOf(metadata, 'labels'),
    rules: struct.structs('rules').map(({ value, node }) => ruleOf(value, node)),
    span: spanOf(struct.node),
    ...(aggregation === undefined
      ? {}
      : {
          aggregationRule: {
            clusterRoleSelectors: aggregation.structs('clusterRoleSelectors').map(({ value }) => selectorOf(value)),
            span: spanOf(aggregation.node),
          },
        }),
  }
}

function ruleOf(rule: Struct, node: Span): PolicyRule {
  return {
    verbs: texts(rule, 'verbs'),
    apiGroups: texts(rule, 'apiGroups'),
    resources: texts(rule, 'resources'),
    resourceNames: texts(rule, 'resourceNames'),
    nonResourceURLs: texts(rule, 'nonResourceURLs'),
    span: spanOf(node),
  }
}

function selectorOf(selector: Struct): LabelSelector {
  return {
    matchLabels: labelsOf(selector, 'matchLabels'),
    matchExpressions: selector.structs('matchExpressions').map(({ value }) => ({
      key: value.text('key'),
      operator: value.text('operator') as 'In' | 'NotIn' | 'Exists' | 'DoesNotExist',
      values: texts(value, 'values'),
    })),
  }
}

function bindingOf(kind: 'RoleBinding' | 'ClusterRoleBinding', struct: Struct, roleRef: Struct): Binding {
  const metadata = struct.struct('metadata')
  return {
    kind,
    ...nameOf(metadata, struct),
    namespace: namespaceOf(kind, metadata),
    roleRef: roleRefOf(roleRef),
    subjects: struct.structs('subjects').map(({ value, node }) => subjectOf(value, node)),
    span: spanOf(struct.node),
  }
}

function roleRefOf(roleRef: Struct): RoleRef {
  return { kind: roleRef.text('kind') as RoleRef['kind'], name: roleRef.text('name'), span: spanOf(roleRef.node) }
}

function subjectOf(subject: Struct, node: Span): Subject {
  const kind = subject.text('kind') as Subject['kind']
  const namespace = kind === 'ServiceAccount' ? subject.text('namespace') : ''
  return { kind, name: subject.text('name'), namespace, span: spanOf(node) }
}
