import type { Random } from '@authz-playground/engine/internal/vectors'
import { edgeString, joinedPieces } from './edge-strings.ts'
import { NAMESPACES, NODES } from './words.ts'

/** The resources of requests: where they are served, and whether they are namespaced. */
const RESOURCES = [
  { prefix: '/api/v1', resource: 'pods', namespaced: true, subresources: ['log', 'exec', 'status', 'eviction'] },
  { prefix: '/api/v1', resource: 'secrets', namespaced: true, subresources: [] },
  { prefix: '/api/v1', resource: 'configmaps', namespaced: true, subresources: [] },
  { prefix: '/api/v1', resource: 'services', namespaced: true, subresources: ['proxy', 'status'] },
  { prefix: '/api/v1', resource: 'serviceaccounts', namespaced: true, subresources: ['token'] },
  { prefix: '/api/v1', resource: 'nodes', namespaced: false, subresources: ['proxy', 'status', 'metrics'] },
  { prefix: '/api/v1', resource: 'namespaces', namespaced: false, subresources: ['status', 'finalize'] },
  { prefix: '/apis/apps/v1', resource: 'deployments', namespaced: true, subresources: ['scale', 'status'] },
  {
    prefix: '/apis/rbac.authorization.k8s.io/v1',
    resource: 'clusterroles',
    namespaced: false,
    subresources: [],
  },
  { prefix: '/apis/rbac.authorization.k8s.io/v1', resource: 'rolebindings', namespaced: true, subresources: [] },
  {
    prefix: '/apis/authorization.k8s.io/v1',
    resource: 'selfsubjectaccessreviews',
    namespaced: false,
    subresources: [],
  },
  { prefix: '/apis/example.com/v1alpha1', resource: 'widgets', namespaced: true, subresources: ['scale'] },
] as const

const NAMES = ['p1', 'p2', 'web', 'node1', 's1', 'view'] as const

const PATHS = [
  '/',
  '/healthz',
  '/healthz/ping',
  '/livez',
  '/metrics',
  '/metrics/slis',
  '/version',
  '/version/',
  '/api',
  '/api/',
  '/api/v1',
  '/api/v1/',
  '/apis',
  '/apis/apps',
  '/apis/apps/v1',
  '/apis/apps/v1/',
  '/openapi/v2',
  '/openapi/v3/apis/apps/v1',
  '/logs/kubelet.log',
  '/Api/v1/pods',
  '/apiS',
  '/api2/v1/pods',
  '/.well-known/openid-configuration',
  '//',
  '//api/v1/pods',
  '/custom/a/b',
  '/custom/a%2Fb',
  '/custom/%2A',
  '/custom/*',
  '/%C3%BC',
  '/ü',
  '/custom/ü%2F|{x}',
  '/a"<b>\\^`',
  "/(a)'*![x]",
  '/a#b',
  '/custom/a;b,c=d',
  '/custom/a*b',
  '/custom/a?b?c',
  '/healthz*',
  '/apis/apps/v1/watch',
  '/apis/batch/v1/proxy',
] as const

const NOT_UNDERSTOOD = [
  '/api/v1/watch',
  '/api/v1/proxy',
  '/api/v1/watch/',
  '/apis/apps/v1/proxy/',
  '/api/v1//watch',
  '/api/v1/watch?ü=<&>',
  '/%61pi/v1/watch',
  '/apis/ü/v1/watch',
  '/apis/a"b/v1/proxy?x="',
] as const

const METHODS = [
  [60, 'GET'],
  [8, 'POST'],
  [6, 'PUT'],
  [6, 'PATCH'],
  [10, 'DELETE'],
  [4, 'HEAD'],
  [2, 'OPTIONS'],
  [1, 'TRACE'],
  [1, 'get'],
  [1, 'FOO'],
] as const

const FIELD_SELECTORS = [
  'metadata.name=p1',
  'metadata.name==web',
  'metadata.name!=p1',
  'metadata.name=',
  'metadata.name=a/b',
  'metadata.name=..',
  'metadata.name=%',
  'metadata.name=p1,metadata.name=p2',
  'metadata.name=p1,metadata.namespace=prod',
  'spec.nodeName=node1',
  'spec.nodeName=node2',
  'spec.nodeName!=node1',
  'spec.nodeName==node1',
  'spec.nodeName=node1,status.phase=Running',
  'status.phase!=Failed,spec.nodeName=node1',
  'a=b\\,c',
  'a=b\\=c\\\\d',
  'a=\\x',
  'a=b\\',
  'bad',
  '=x',
  'a=b=c',
  'a=,b=',
  ',',
  'a=b,',
  '',
  ' spec.nodeName = node1 ',
  'ü=日本',
] as const

const LABEL_SELECTORS = [
  'app=web',
  'app==web',
  'app!=web',
  'app',
  '!app',
  'app in (a,b)',
  'app in (b,a,b)',
  'app notin (a)',
  'app in ()',
  'app in (,a)',
  'x>5',
  'x < 10',
  'x>a',
  'app=',
  'app in (a,b),tier!=db,!gone',
  'example.com/app=web',
  'Example.com/app=web',
  'a/b/c=d',
  'app=a b',
  'app=-a',
  `app=${'a'.repeat(64)}`,
  'app=web,',
  ',app=web',
  '((',
  'in in (in)',
  'notin',
  '',
  'app = web , tier = db',
  'ü=a',
] as const

const QUERY_NOISE = [
  'limit=500',
  'limit=abc',
  'limit=',
  'limit=9223372036854775808',
  'timeoutSeconds=10',
  'timeoutSeconds=x',
  'resourceVersion=0',
  'resourceVersionMatch=NotOlderThan',
  'allowWatchBookmarks=true',
  'allowWatchBookmarks=maybe',
  'sendInitialEvents=true',
  'sendInitialEvents=x',
  'continue=abc',
  'pretty=true',
  'shardSelector=a',
  'a;b=c',
  '%zz=1',
  'limit=%zz',
  '=',
  '&&',
  'Watch=true',
  'dryRun=All',
] as const

const WATCHES = [
  'watch',
  'watch=',
  'watch=1',
  'watch=true',
  'watch=True',
  'watch=0',
  'watch=false',
  'watch=FALSE',
  'watch=False',
  'watch=t',
  'watch=no',
  'watch=%31',
  'watch=0&watch=1',
  'watch=1&watch=0',
] as const

export interface GeneratedLine {
  readonly method: string
  readonly url: string
}

/** A request line. `odd` is how likely each part is to be unusual. */
export function requestLine(random: Random, odd: number): GeneratedLine {
  if (random.chance(0.015)) return { method: random.weighted(METHODS), url: random.pick(NOT_UNDERSTOOD) }
  const method = random.chance(odd) ? random.weighted(METHODS) : random.weighted(METHODS.slice(0, 5))
  if (random.chance(0.12)) return { method, url: `${random.pick(PATHS)}${query(random, odd)}` }
  if (random.chance(odd * 0.12)) return { method, url: `/${joinedPieces(random, PATH_PIECES, 9)}${query(random, odd)}` }
  return { method, url: `${resourcePath(random, odd)}${query(random, odd)}` }
}

const PATH_PIECES = [
  ...['api/', 'apis/', 'v1/', 'apps/', 'namespaces/', 'watch/', 'proxy/', 'pods/', 'prod/', 'status/', 'finalize/'],
  ...['/', 'x', '.', '../', '%2F', '%2e', '*', '%', '%00', ';', ':', 'Pods/', 'namespaces', 'api', 'a?', '?watch=1&'],
] as const
const FIELD_PIECES = [
  ...['metadata.name', 'spec.nodeName', 'a', 'node1', 'p1', '=', '=', '==', '!=', ',', ',', '!', '\\', '\\,', '\\='],
  ...[' ', '\t', '(', '*', 'ü', '"', '\\\\', '>', 'in'],
] as const
const LABEL_PIECES = [
  ...[
    'app',
    'a',
    'b',
    'x/y',
    'in',
    'notin',
    ' in ',
    ' notin ',
    '(',
    ')',
    '(a)',
    '(a,b)',
    ',',
    ',',
    '!',
    '=',
    '==',
    '!=',
  ],
  ...['>', '<', '1', '-1', '5', ' ', '\t', '"', '.', '-', '_', '/', 'ü', 'exists', 'A.b'],
] as const

function resourcePath(random: Random, odd: number): string {
  const { prefix, resource, namespaced, subresources } = random.pick(RESOURCES)
  const parts: string[] = []
  if (random.chance(odd * 0.3)) parts.push(random.pick(['watch', 'proxy', 'redirect']))
  if (namespaced ? random.chance(0.85) : random.chance(odd * 0.3))
    parts.push('namespaces', segment(random, odd, NAMESPACES))
  parts.push(random.chance(odd * 0.1) ? encoded(random, edgeString(random)) : resource)
  if (random.chance(0.6)) {
    parts.push(segment(random, odd, resource === 'nodes' ? NODES : resource === 'namespaces' ? NAMESPACES : NAMES))
    if (random.chance(0.3))
      parts.push(
        subresources.length > 0 && !random.chance(odd)
          ? random.pick(subresources)
          : segment(random, odd, ['status', 'x']),
      )
    if (random.chance(odd * 0.5)) parts.push(...random.some(['metrics', 'a', 'b%2Fc', '', '..'], 3))
  }
  const path = `${prefix}/${parts.join('/')}`
  if (!random.chance(odd)) return path
  return random.pick([
    `${path}/`,
    path.replace('/', '//'),
    path.replace('pods', '%70ods'),
    path.replace(/\/([^/]*)$/, '%2F$1'),
    path.replace(/\/([^/]*)$/, '//$1'),
    `${path}%20`,
    `${path}ü`,
    `${path}/%2e%2e/x`,
    `${path}#x`,
    `${path};v=1`,
    path.replace('api', '%61pi'),
    `${path}%00`,
    path.replace('v1', 'v1%2Fx'),
    path.replace('/api', '/API'),
    path.replace('namespaces', 'namespaces/'),
  ])
}

function segment(random: Random, odd: number, usual: readonly string[]): string {
  return random.chance(odd * 0.3) ? encoded(random, edgeString(random)) : random.pick(usual)
}

/** Percent-encoded, mostly as clients do, sometimes more than necessary. */
function encoded(random: Random, text: string): string {
  // Unencoded, as no client sends it but the server reads it; a space or a question mark would change the meaning.
  if (random.chance(0.1) && !/[ ?%]/.test(text)) return text
  const component = encodeURIComponent(text)
  if (random.chance(0.7)) return component
  return component.replaceAll(/[a-z*.]/g, (one) => (random.chance(0.3) ? `%${one.charCodeAt(0).toString(16)}` : one))
}

function query(random: Random, odd: number): string {
  const parts: string[] = []
  if (random.chance(0.12)) parts.push(random.pick(WATCHES))
  if (random.chance(0.16)) parts.push(selector(random, 'fieldSelector', FIELD_SELECTORS))
  if (random.chance(0.1)) parts.push(selector(random, 'labelSelector', LABEL_SELECTORS))
  if (random.chance(odd * 0.6)) parts.push(random.pick(QUERY_NOISE))
  if (parts.length > 0 && random.chance(odd * 0.2)) parts.push(selector(random, 'fieldSelector', FIELD_SELECTORS))
  if (parts.length === 0) return random.chance(odd * 0.1) ? '?' : ''
  return `?${random.shuffled(parts).join('&')}`
}

function selector(random: Random, name: string, values: readonly string[]): string {
  const pieces = name === 'fieldSelector' ? FIELD_PIECES : LABEL_PIECES
  const value = random.chance(0.4) ? joinedPieces(random, pieces, 7) : random.pick(values)
  if (random.chance(0.9)) return `${name}=${encodeURIComponent(value)}`
  return `${name}=${encodeURI(value).replaceAll(/[&#+]/g, '').replaceAll('%20', '+')}`
}
