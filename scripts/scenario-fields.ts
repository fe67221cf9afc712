/** What a field holds, in a sentence; of a field with fields of its own, or with entries that have some, those too. */
type Field = string | readonly [about: string, fields: Fields]

export interface Fields {
  readonly [name: string]: Field
}

const USER: Fields = {
  username: 'Name of the user.',
  uid: 'UID of the user.',
  groups: 'Groups, in their order. Everybody who is authenticated is in `system:authenticated`.',
  extra: 'Extras: lists of values by key.',
}

const REQUEST: Fields = {
  http: 'The request as raw HTTP: a request line, headers, an empty line, the body.',
  kubectl: 'The request as a kubectl command.',
  curl: 'The request as a curl command.',
  review:
    'A SubjectAccessReview, LocalSubjectAccessReview or SelfSubjectAccessReview as YAML: the question is its one check.',
  requestor: ['Who sends it, where that is not the requestor of the document.', USER],
  after: 'Seconds since the request before.',
}

const CLUSTER: Fields = {
  version: 'The Kubernetes version, in quotes.',
  constrainedImpersonation: 'The feature gate, where it is not as the version has it.',
  authorizePodWebsocketUpgradeCreatePermission:
    'The gate of connections to pods, which need create as well, where it is not as the version has it.',
  authorizationModes: 'The authorizers in their order, as in --authorization-mode.',
  defaultRoles: 'Whether the roles and bindings that kube-apiserver makes itself count.',
  authorizationConfig:
    'An AuthorizationConfiguration as YAML, as in --authorization-config. Its chain comes instead of authorizationModes.',
}

const VIEW: Fields = {
  request: 'Which request of several is shown, from 1; the last where left out.',
  step: 'The step of the flowchart that is shown first, from 0; the end where left out.',
}

const EXPECTATION: Fields = {
  design: 'The design that answers so; the document’s own where left out.',
  request: 'Which request of several, from 1; the last where left out.',
  code: 'The HTTP status code of the answer.',
  message: 'The message of the Status.',
  checks: 'Each check in order: decision, verb, and resource or path, such as `Allow list pods`.',
  constraint: 'The audit event’s impersonationConstraint; empty for none.',
  impersonatedUser: ['Whom the request became. What is left out may be anything.', USER],
}

/**
 * The fields of a scenario document for its authors: the sentences of its JSON Schema. They are separate from what
 * documents are read by, because a page that reads documents needs none of them.
 */
export const FIELDS: Fields = {
  version: 'The version of this format.',
  title: 'What the scenario is called.',
  explanation: 'What it shows. Kubernetes nouns may stand between backticks.',
  design: 'The id of the design that decides; `constrained` where left out.',
  assumptions: 'By design: how it reads what its document leaves open, as option by assumption.',
  cluster: ['The cluster that the scenario plays on: 1.36 with RBAC where left out.', CLUSTER],
  requestor: ['Who sends the requests.', USER],
  request: ['The request.', REQUEST],
  requests: ['Instead of request: several requests that one server answers in order.', REQUEST],
  designText:
    'The design that decides where `design` is `own`: steps and an expression over them, as docs/design-language.md has them.',
  policy: 'RBAC objects and ClusterAccessRules, as YAML.',
  objects: 'Stored objects that the Node authorizer knows, as YAML.',
  webhook: 'Reviews and what the webhook answers to them, as YAML; for several webhooks such a list under each name.',
  storedObject: 'The object that the request changes, as it is stored.',
  webhookChanges: 'What mutating webhooks change in it.',
  schema: 'CustomResourceDefinitions with permission markers.',
  view: ['What is shown first.', VIEW],
  expect: ['What the answers must be. The command line compares them.', EXPECTATION],
  goals:
    'Questions with their answers, a sentence each, such as `dana cannot get secrets anywhere`. docs/goals.md has all forms.',
}
