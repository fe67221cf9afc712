import { type Binding, type LabelSelector, type PolicyRule, RBAC_GROUP, type Role } from '../../kube/index.ts'

type Manifest = Readonly<Record<string, unknown>>
type Labels = { readonly [key: string]: string }

/** A role of the policy, with its namespace and our labels. */
export function roleManifest(role: Role, labels: Labels): Manifest {
  const { aggregationRule, rules } = role
  return {
    ...head(role, { ...Object.fromEntries(role.labels), ...labels }),
    ...(aggregationRule && {
      aggregationRule: { clusterRoleSelectors: aggregationRule.clusterRoleSelectors.map(selector) },
    }),
    rules: rules.map(rule),
  }
}

/** A binding of the policy, with its namespace and our labels. */
export function bindingManifest(binding: Binding, labels: Labels): Manifest {
  const { roleRef, subjects } = binding
  return {
    ...head(binding, labels),
    roleRef: { apiGroup: RBAC_GROUP, kind: roleRef.kind, name: roleRef.name },
    subjects: subjects.map(({ kind, name, namespace }) => ({
      kind,
      ...(kind === 'ServiceAccount' ? {} : { apiGroup: RBAC_GROUP }),
      name,
      ...(namespace !== '' && { namespace }),
    })),
  }
}

function head({ kind, name, namespace }: Role | Binding, labels: Labels): Manifest {
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind,
    metadata: { name, ...(namespace !== '' && { namespace }), labels },
  }
}

function rule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): Manifest {
  const lists = { apiGroups, resources, resourceNames, nonResourceURLs, verbs }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

function selector({ matchLabels, matchExpressions }: LabelSelector): Manifest {
  return {
    ...(matchLabels.size > 0 && { matchLabels: Object.fromEntries(matchLabels) }),
    ...(matchExpressions.length > 0 && {
      matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
        key,
        operator,
        ...(values.length > 0 && { values }),
      })),
    }),
  }
}
