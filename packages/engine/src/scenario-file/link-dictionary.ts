import { TextEncoder } from '../text/index.ts'

/**
 * Common texts of scenarios, for the compression of links. The most common come last, because references to them are
 * shortest. Links of the codec `z1` cannot be read without this dictionary, so it never changes: another dictionary is
 * another codec.
 */
export const DICTIONARY = new TextEncoder().encode(
  [
    '"objects":"apiVersion: v1\\nkind: Pod\\nmetadata:\\n  name: \\nspec:\\n  nodeName: ","webhook":"- match:\\n    resourceAttributes:\\n  answer: Deny',
    'kind: ClusterAccessRule\\nrule:\\n  filterExpression: \\n  entries:\\n  - effect: Allow\\n    condition: authorization.k8s.io/v1alpha0',
    '"storedObject":"","schema":"","view":{"request":1,"step":0},"expect":[{"code":403,"checks":["Allow list pods"],"constraint":"impersonate:user-info"}]',
    'impersonate-on:associated-node: impersonate-on:arbitrary-node: impersonate-on:serviceaccount: impersonate:serviceaccount system:serviceaccount: system:node:',
    'authentication.kubernetes.io/node-name Impersonate-Group: Impersonate-Uid: Impersonate-Extra- deployments secrets configmaps create update patch delete watch',
    '{"version":1,"title":"","explanation":"","design":"constrained","cluster":{"version":"1.36","authorizationModes":["Node","RBAC"],"defaultRoles":true}',
    ',"requestor":{"username":"","groups":["system:authenticated"]},"request":{"http":"GET /api/v1/namespaces/default/pods HTTP/1.1\\nImpersonate-User: jane"},"policy":"',
    'apiVersion: rbac.authorization.k8s.io/v1\\nkind: RoleBinding\\nmetadata:\\n  name: \\n  namespace: default\\nsubjects:\\n- kind: ServiceAccount\\n  name: \\n  namespace: \\nroleRef:\\n  apiGroup: rbac.authorization.k8s.io\\n  kind: Role\\n  name: ',
    '---\\napiVersion: rbac.authorization.k8s.io/v1\\nkind: ClusterRoleBinding\\nmetadata:\\n  name: \\nsubjects:\\n- kind: User\\n  name: \\n  apiGroup: rbac.authorization.k8s.io\\nroleRef:\\n  apiGroup: rbac.authorization.k8s.io\\n  kind: ClusterRole\\n  name: ',
    '---\\napiVersion: rbac.authorization.k8s.io/v1\\nkind: ClusterRole\\nmetadata:\\n  name: \\nrules:\\n- apiGroups:\\n  - \\"\\"\\n  resources:\\n  - pods\\n  verbs:\\n  - get\\n  - list\\n  resourceNames: [\\"\\"]\\n',
    '- apiGroups: [\\"\\"]\\n  resources: [\\"pods\\"]\\n  verbs: [\\"impersonate-on:user-info:list\\"]\\n- apiGroups: [\\"authentication.k8s.io\\"]\\n  resources: [\\"users\\"]\\n  resourceNames: [\\"jane\\"]\\n  verbs: [\\"impersonate:user-info\\"]\\n',
  ].join(''),
)
