import type { Said } from './intent.ts'

// Quotations that several intents rest on, one line at most.

const kep = (section: string, quote: string): Said => ({ document: 'KEP-5284', section, quote })
const thread = (section: string, quote: string): Said => ({ document: 'KEP-5284, review thread', section, quote })
const compound = (section: string, quote: string): Said => ({
  document: 'Constrained impersonation: compound or unified',
  section,
  quote,
})

export const UNRESTRICTED = kep('Motivation', 'the impersonator can get more power through impersonation')
export const NOT_DESIRED = kep(
  'Check permission intersection of impersonator and target user',
  'this approach requires the impersonator to have the permission who is not desired to have',
)
export const ITSELF = kep(
  'Controller participation in SubjectAccessReview for impersonation',
  'the controller itself needs to have the permission for a certain action',
)
export const NO_PARTIAL_WILDCARD = kep(
  'Delegating permission of impersonating wildcard action or wildcard subjects is not supported',
  'the authorization model does not have the concept of partial wildcard on verbs',
)
export const SOME_USER = kep(
  'Proposal',
  'can impersonate a user named someUser solely to list and watch pods in the default namespace',
)
export const STORY_1_QUOTE = kep('Story 1', 'I want to impersonate node I am running on to list/get pods on the node')
export const STORY_2_QUOTE = kep(
  'Story 2',
  'receiving any user’s request to access virtual machine console in the `default` namespace',
)
export const ANY_NODE = kep(
  'Use impersonate:user-info instead of impersonate:serviceaccount and impersonate:node',
  'Verb `impersonate:node` can support a permission to allow impersonating any node.',
)
export const NODE_AUTHORIZER = thread(
  'on the motivation',
  'generalize the features of the node authorizer so the controller can take advantage of it directly',
)
export const UNION = thread(
  'on the union of all impersonate: and impersonate-on: grants',
  'their abilities expand to the union of all impersonate:... identities',
)
export const TOGETHER = thread('on conditional authorization', 'impersonate username U and group G only together')
export const PREFIXES = thread(
  'on conditional authorization',
  'impersonation of prefixed userinfo, is for an impersonating front-proxy authenticator',
)
export const NO_PREFIX = thread('on conditional authorization', 'Inability to perform suffix/prefix matching.')
export const ANY_GROUP_HARD = thread('on the special API group', 'impersonating on any APIGroup is hard to describe.')
export const BOUNDING_SET = thread('on the alternatives', 'but only within a bounding set of allowed actions')
export const GROUP_ONLY_IF = compound(
  'Current limitations',
  'principal P can impersonate group G, but only if the impersonated username is U',
)
export const USER_ONLY_WHEN = compound(
  'Current limitations',
  'principal P can impersonate username U, but only when the request is `get pods`',
)
