import { ANY_VERSION, EXPORT_COMMAND, isMasked } from '../../kube/index.ts'
import { plainText } from '../../words/index.ts'
import { authorizerReasonInWords, authorizerReasons } from './authorizer-reason.ts'
import { GO_ADDRESS } from './go-review.ts'
import { withoutLayout } from './layout.ts'
import { NAME } from './quoting.ts'
import { LONGEST_WORDED } from './worded-refusal.ts'

/** Why a text without a known message reports no request, and what its words say all the same. */
export function whyNothing(text: string): string {
  if (text.trim() === '') return NOTHING
  if (CAN_I.test(text)) return OF_CAN_I
  if (RULES_TABLE.test(text)) return OF_RULES_TABLE
  if (text.length > LONGEST_WORDED) return NOT_UNDERSTOOD
  const plain = withoutLayout(text).replace(/\s+/g, ' ')
  const [lost] = LOST_ROLE.exec(plain) ?? []
  const reason = lost === undefined ? undefined : authorizerReasons(lost)[0]
  if (reason !== undefined) return `${NO_SENDER} ${plainText(authorizerReasonInWords(reason))}`
  if (plain.includes('is attempting to grant RBAC permissions not currently held')) return OF_HELD
  if (GO_ADDRESS.test(plain)) return OF_ADDRESS
  if (UNAUTHENTICATED.test(plain)) return OF_401
  if (REFUSED_BY_KUBECTL.test(plain)) return OF_KUBECTL
  if (KUBELET_COULD_NOT_ASK.test(plain)) return OF_KUBELET
  if (REFUSED_BY_PROXY.test(plain)) return OF_PROXY
  if (REFUSED_UPGRADE.test(plain)) return OF_UPGRADE
  const beginning = refusedResource(text)
  if (beginning !== undefined) return ofBeginning(beginning)
  if (CUT_BY_PAGER.test(text) || (NAMES_USER.test(plain) && /\bcannot\b/.test(plain))) return ofOtherForm(text)
  if (REPORTS_403.test(plain)) return `${WITHOUT_WORDS} ${whereWords(plain)}${ofAddress(plain)}`
  return TABLE.test(text) ? OF_TABLE : NOT_UNDERSTOOD
}

/** The requests whose addresses are beside a 403. Their server may be another one, so only paths of the API count. */
function ofAddress(plain: string): string {
  const found = Array.from(plain.matchAll(ADDRESS), ([, method, socket, path = '']) => ({
    method: method ?? (socket && 'GET'),
    path,
  }))
  const withMethod = new Set(found.flatMap(({ method, path }) => (method === undefined ? [] : path)))
  const reported = found.filter(({ method, path }) => method !== undefined || !withMethod.has(path))
  const lines = [...new Set(reported.map(({ method, path }) => [method ?? [], path].flat().join(' ')))]
  const [line, ...others] = lines
  if (line === undefined) return ''
  if (others.length > 0)
    return ` Requests are in the text: ${lines.slice(0, MOST_ADDRESSES).join(', ')}. Give the refused one as the request, and say who sent it.`
  const also = reported[0]?.method === undefined ? ' with its method' : ''
  const headers = /\bImpersonate-User:/i.test(plain) ? ' with the Impersonate headers of the text' : ''
  return ` The request is in the text: ${line}. Give it as the request${also}${headers}, and say who sent it.`
}

/**
 * An address of the API, or its path alone, with the method that fabric8 and `kubectl -v=8` write before it; a WebSocket begins with a GET.
 * Without the query.
 */
const ADDRESS =
  /(?:\b(GET|POST|PUT|PATCH|DELETE)(?: at:)? "?)?(?:https?:\/\/[^\s/"']{1,300}|(wss?:)\/\/[^\s/"']{1,300}|(?<=[\s"'(]))(\/apis?\/[^\s,?"')\\]{1,1000}?)\.?(?=[\s,?"')\\]|$)/g

/** The most requests that are listed. */
const MOST_ADDRESSES = 3

/** The resource of a 403 of which a client kept the beginning alone, `pods "web" is forbidden`; undefined for any other text. */
export function refusedResource(text: string): RefusedResource | undefined {
  if (text.length > LONGEST_WORDED) return undefined
  const plain = withoutLayout(text).replace(/\s+/g, ' ')
  const generic = GENERIC.exec(plain)
  const [type = '', quoted, name = quoted ?? ''] = generic?.slice(2) ?? BEGINNING.exec(plain)?.slice(1) ?? []
  if (type === '' || NAMES_USER.test(plain)) return undefined
  const [resource = '', ...group] = type.split('.')
  // People write that words are forbidden, too.
  if (group.length === 0 && !ANY_VERSION.resources.some((one) => one.resource === resource)) return undefined
  const isNamed = name !== '' && !isMasked(name)
  const { method } = generic?.groups ?? {}
  return { apiGroup: group.join('.'), resource, ...(isNamed && { name }), ...(method !== undefined && { method }) }
}

/** What the beginning of a 403 says. */
export interface RefusedResource {
  readonly apiGroup: string
  readonly resource: string
  readonly name?: string
  /** The HTTP method in lower case, where the client wrote it in place of the message. */
  readonly method?: string
}

/** What client-go writes of a 403 without a message (Go: `NewGenericServerResponse` of `apimachinery/pkg/api/errors`). */
const GENERIC =
  /(?:\bunknown|\bstatus code 403 but did not return more information) \((?<method>get|post|put|patch|delete) ([a-z]{2,63}(?:\.[a-z0-9-]{1,63}){0,9})(?: ([a-z0-9][a-z0-9.-]{0,252}))?\)/

/**
 * `pods`, `pods "web"` or `deployments.apps 'web'`: a plural in lower case, and what a person writes in front of it is longer. A person
 * may leave out the “is” after a name in quotes.
 */
const BEGINNING = new RegExp(
  `(?<![\\w./-])([a-z]{2,63}s(?:\\.[a-z0-9-]{1,63}){0,9})(?: (?:${NAME}|([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)))?(?: is forbidden|(?<=["'\`”’»]) Forbidden)(?!\\w|:(?! User cannot))`,
)

function ofBeginning({ apiGroup, resource, name, method }: RefusedResource): string {
  const type = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const object = name === undefined ? type : `${type} named ${name}`
  const known =
    method === undefined
      ? `This 403 is not whole: it names ${object}, and the user, the verb or the namespace is missing. Paste the rest of the message, from the log of the client or from the same command with -v=8.`
      : `A client writes this of a refusal that has no message of the API server: the method is ${method}${method === 'get' ? ', which is the verb get, list or watch' : ''}, and the resource is ${object}. The user and the namespace are not in it, and the audit log of the API server has them.`
  return `${known} kubectl auth whoami, with the credentials that were refused, prints the name of the user, and kubectl auth can-i --list -n NAMESPACE what this user may do there.`
}

/** Where the words are in what a client keeps of the answer. */
function whereWords(plain: string): string {
  return (
    IN_CLIENTS.find(([pattern]) => pattern.test(plain))?.[1] ?? 'The client may have it in its log; kubectl prints it.'
  )
}

/** What fabric8’s client adds to a 403. */
export const SAYS_REVOKED = /Service account may have been revoked/

/** When it does so. */
export const REVOKED_IN_WORDS =
  'fabric8’s client writes of every 403 in a pod that the service account may have been revoked'

/** By names that the libraries of .NET and Java have in their exceptions. */
const IN_CLIENTS: readonly (readonly [RegExp, string])[] = [
  [/\bHttpOperationException\b/, 'The library for .NET has it in the property Response.Content of the exception.'],
  [SAYS_REVOKED, `${REVOKED_IN_WORDS}; getStatus() of its exception has the words of the server.`],
  [/\bio\.kubernetes\.client\.\S*ApiException\b/, 'The library for Java has it in getResponseBody() of the exception.'],
]

/**
 * How clients report a 403: API servers until 1.5 (`Forbidden: "/api/v1/pods"`), kubectl (`Error from server (Forbidden)`), the libraries for Python (`(403) Reason: Forbidden`), aiohttp, Java
 * (`ApiException: Forbidden`), fabric8, .NET (`status code 'Forbidden'`), JavaScript (`Error: Forbidden` with its stack) and axios.
 */
const REPORTS_403 =
  /\b403(?:\W{1,3}|\W{1,3}Reason: |, message=')Forbidden\b|\bForbidden\W{1,3}403\b|:\s?Forbidden!|\bfrom server \(Forbidden\)|\bApiException: Forbidden\b|\bstatus code:? '?(?:403|Forbidden)\b|\bForbidden: \\*"\/|\bError: Forbidden(?: at |$)/i

const LOST_ROLE = /RBAC: \[?(?:cluster)?role\.rbac\.authorization\.k8s\.io "[^"]*" not found/

const NO_SENDER = 'The text does not say who was refused: paste it from the word User on.'

const OF_HELD =
  'This is the end of a refused write of a role or binding. The beginning names the object and the user, who does not hold the rules in the text: paste it as well.'

/** A line with the beginning of a 403 that ends as `less` shows one which goes on. */
const CUT_BY_PAGER = /\bforbidden: User [^\n]{0,300}>[^\S\n]*$/m

const OF_PAGER =
  'The lines of this 403 are cut where > is: journalctl shows as much as the terminal is wide. journalctl --no-pager, or with | cat, prints whole lines.'

const OF_ADDRESS =
  'This is a review as Go prints it with %#v: it has an address in place of what was asked. Have the program print the review with %+v or as JSON. The audit log of the API server has the review, too, at the level Request.'

const WITHOUT_WORDS = 'The text reports a 403 without the message of the server, which names the user and the resource.'

/** A command, and the answer on the next line. */
const CAN_I = /\bkubectl\b[^\n]{0,1000}\bauth can-i\b[^\n]*\n[^\S\n]*\n?(?:Warning:[^\n]*\n)?(?:yes|no)\b/

const OF_CAN_I =
  'This is kubectl auth can-i with the answer of the cluster, and not a refused request. To decide it here, give the command itself as the request.'

/** The head of the table of `kubectl auth can-i --list`. */
export const RULES_TABLE = /^[ \t\u00a0]*Resources\s{2,}Non-Resource URLs/m

/** What the table of `kubectl auth can-i --list` is, and what to paste instead. */
export const OF_RULES_TABLE = `This is what kubectl auth can-i --list prints: what one user may do, not which roles and bindings grant it. Those are printed by: ${EXPORT_COMMAND}`

/** The head of a table of `kubectl get`. */
const TABLE = /^\s*(?:NAMESPACE\s{2,})?NAME\s{2,}[A-Z]/

const OF_TABLE =
  'This is a table that kubectl prints, and not a refused request. Where it lists roles or bindings, add -o yaml to the command, and give its output as the policy.'

const NOTHING = 'There is no text yet.'
/** What is said of a text in which nothing is known. */
export const NOT_UNDERSTOOD =
  'This is neither an audit event, nor a line of kube-apiserver’s log about a check, nor a 403 message. Paste the whole line or the whole message.'

/** As kubectl and client-go, Terraform's provider for Kubernetes, reflectors and fabric8 write a 401. */
const UNAUTHENTICATED =
  /You must be logged in to the server|the server has asked for the client to provide credentials|\b401\W{1,3}Unauthorized\b|\bError: Unauthorized\b(?=.{0,1000}?\bkubernetes_)|\bFailed to (?:list|watch) \*\S{1,300}: Unauthorized\b|: Unauthorized! Configured service account\b/i

/** What `kubectl create role` and `clusterrole` print of a verb that they know (kubectl: `specialVerbs` of `create_role.go`). */
const REFUSED_BY_KUBECTL = /\bcan not perform '[^']{1,300}' on '[^']{1,300}' in group '/

const OF_KUBECTL =
  'kubectl create role and clusterrole write this themselves, before any request: they have a list of the resources that go with this verb. Write the rule as YAML, or use a newer kubectl: the API server has no such list.'

/** A 500 of a kubelet or of a proxy before a metrics endpoint, where its own review failed (Go: `pkg/kubelet/server`). */
const KUBELET_COULD_NOT_ASK = /\bAuthorization error \(user=/

const OF_KUBELET =
  'A server such as a kubelet writes this where it could not ask kube-apiserver whether the user may do this: nothing was decided about the user. Its own log has the cause after these words. Look whether it reaches kube-apiserver, whether its credentials are valid, and whether they may create subjectaccessreviews.'

/** What Go's HTTP client returns of a proxy that refuses a CONNECT: the status text alone (Go: `net/http/transport.go`). */
const REFUSED_BY_PROXY = /\b(?:Get|Post|Put|Patch|Delete|Head) "?https:\/\/[^\s"]{1,2000}"?: Forbidden(?![\w:(]| \()/

const OF_PROXY =
  'A Go program writes this where an HTTP proxy refuses the connection: neither the API server nor a kubelet saw the request. Look at HTTPS_PROXY and NO_PROXY of the program that connects; for kubectl logs and exec that is kube-apiserver, which connects to the kubelet.'

/** What kubectl exec, attach and port-forward print of a 403 that is not a `Status` and not the words of a kubelet. */
const REFUSED_UPGRADE = /\bunable to upgrade connection: Forbidden(?! \(|\w)/i

const OF_UPGRADE =
  'kubectl writes this where a server on the way to the API server refuses the connection: the API server and the kubelets name the user in their refusals. One is kubectl proxy, which refuses exec and attach by its --reject-paths.'

const OF_401 =
  'A 401 is answered before authorization: no user was authenticated, so there is no access to decide. The credentials are missing, expired or of another cluster: kubectl config view --minify shows those that kubectl sends. On EKS, an IAM role or user without an access entry, or a line in the ConfigMap aws-auth, gets a 401, too.'

/** Why an answer with this code reports no request that is decided here, in a sentence or two. */
export function notOfAuthorization(code: number, text: string): string {
  if (code === 401) return OF_401
  if (code !== 403)
    return `This Status has the code ${code}. Only a 403 from authorization names the refused user and request.`
  if (NAMES_USER.test(text)) return ofOtherForm(text)
  const beginning = refusedResource(text)
  return beginning === undefined ? NO_USER : ofBeginning(beginning)
}

const NAMES_USER = /\b[Uu]ser(?:[\s*_\\]{1,6}(?:["'`“„«‘&]|[^\s"]{1,300}\scannot\s)|=)/

/** Why a 403 that names a user is not read. */
function ofOtherForm(text: string): string {
  return cutByPager(text) ?? OTHER_FORM
}

/** What to do about a text with a 403 that a pager cut; undefined for any other. */
export function cutByPager(text: string): string | undefined {
  return CUT_BY_PAGER.test(text) ? OF_PAGER : undefined
}

const OTHER_FORM =
  'This 403 names a user, but not in a form that is read here. A form that is read: pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod".'

const NO_USER =
  'This 403 names no user. It may come from a step after authorization, such as admission or a quota, or from an authorizer of another server.'
