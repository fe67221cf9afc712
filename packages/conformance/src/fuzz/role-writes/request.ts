import type { Random, VectorRequest } from '@authz-playground/engine/internal/vectors'
import type { KubeObject } from '../draft.ts'
import { edgeString } from '../edge-strings.ts'
import type { RuleObject } from '../rbac-objects.ts'
import { generatedObject, KIND_OF, type RoleResource, VERSION, type WriteTarget } from './body.ts'
import type { MistakeRate } from './mistake-rate.ts'
import { generatedPatch } from './patch.ts'

/** A request that creates, updates or patches a role or binding. */
export function roleWriteRequest(
  random: Random,
  odd: MistakeRate,
  held: readonly RuleObject[],
  policy: readonly KubeObject[],
): VectorRequest {
  const request = understood(random, odd, held, policy)
  return odd(0.04) ? { ...request, body: malformedBody(random, request.body ?? '') } : request
}

function understood(
  random: Random,
  odd: MistakeRate,
  held: readonly RuleObject[],
  policy: readonly KubeObject[],
): VectorRequest {
  const resource = random.pick(Object.keys(KIND_OF) as RoleResource[])
  const namespace = resource.startsWith('cluster')
    ? ''
    : odd(0.03)
      ? random.pick(['No.Dns', 'other'])
      : random.weighted([
          [3, 'prod'],
          [1, 'default'],
        ])
  const place: WriteTarget = { resource, namespace, policy }
  const base = `/apis/${VERSION}/${namespace === '' ? '' : `namespaces/${namespace}/`}${resource}`
  const method = random.weighted<'POST' | 'PUT' | 'PATCH'>([
    [5, 'POST'],
    [3, 'PUT'],
    [4, 'PATCH'],
  ])
  const query = options(random, odd)
  const name = objectName(random, odd, place, method)
  const object = generatedObject(random, odd, place, name, held, method)
  if (method === 'PATCH') {
    return generatedPatch(random, odd, `${base}/${encodeURIComponent(name === '' ? 'r0' : name)}`, object, query)
  }
  const url = method === 'POST' ? base : `${base}/${odd(0.04) || name === '' ? 'r1' : encodeURIComponent(name)}`
  const yaml = random.chance(0.2)
  const type = yaml
    ? 'application/yaml'
    : odd(0.04)
      ? random.pick([
          'text/plain',
          'Application/JSON',
          'application/vnd.kubernetes.protobuf',
          'application/json-patch+json',
        ])
      : random.weighted<string>([
          [20, 'application/json'],
          [2, ''],
          [1, 'application/json; charset=utf-8'],
        ])
  return {
    method,
    url: url + query,
    ...(type !== '' && { headers: [['Content-Type', type]] as const }),
    body: yaml && random.chance(0.5) ? blockYAML(object) : JSON.stringify(object),
  }
}

const NAMES = ['r0', 'r1', 'c0', 'c1', 'agg', 'new'] as const

/** Mostly an existing one, for requests that do not create. */
function objectName(
  random: Random,
  odd: MistakeRate,
  { resource, namespace, policy }: WriteTarget,
  method: string,
): string {
  const stored = policy.flatMap(({ kind, metadata }) => {
    const { name, namespace: own = '' } = metadata as { readonly name: string; readonly namespace?: string }
    return kind === KIND_OF[resource] && own === namespace ? [name] : []
  })
  if (method === 'POST' && !odd(0.2)) return random.chance(0.04) ? awkwardName(random) : 'new'
  if (method === 'PUT' && random.chance(0.15)) return 'new'
  if (odd(0.02)) return ''
  return stored.length === 0 || odd(0.08) ? random.pick([...NAMES, awkwardName(random)]) : random.pick(stored)
}

function awkwardName(random: Random): string {
  return edgeString(random).replaceAll(/[/%?#]|^\.+$/g, '-')
}

function options(random: Random, odd: MistakeRate): string {
  const parts = [
    ...(random.chance(0.08) ? ['dryRun=All'] : odd(0.02) ? [`dryRun=${random.pick(['x', ''])}`] : []),
    ...(random.chance(0.12) ? [`fieldValidation=${random.pick(['Strict', 'Strict', 'Warn', 'Ignore'])}`] : []),
    ...(odd(0.02) ? ['fieldValidation=strict'] : []),
    ...(random.chance(0.05) ? ['fieldManager=kubectl'] : []),
    ...(odd(0.03) ? [`fieldManager=${random.pick(['x%07y', 'm'.repeat(129)])}`] : []),
    ...(odd(0.02) ? ['force=true'] : []),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** YAML with syntax that JSON does not have: blocks, comments, unquoted words. */
function blockYAML(object: KubeObject): string {
  return `# a body\n${Object.entries(object)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')}`
}

/**
 * A body that mostly no decoder reads: truncated, with an extra character, or of another shape. Not several documents:
 * in a patch the playground reads none of them, and the API server the first.
 */
function malformedBody(random: Random, body: string): string {
  const at = random.between(1, Math.max(body.length - 1, 1))
  return random.weighted<string>([
    [3, body.slice(0, at)],
    [2, body.slice(0, at) + random.pick(['}', ']', ',', ':', '"', '\\', '\t', '{', 'é', '\u0007']) + body.slice(at)],
    [2, body.slice(0, at) + body.slice(at + 1)],
    [1, `${body}${random.pick([' x', '{}', ']'])}`],
    [1, random.pick(['[]', 'x', '"text"', '3', 'null', '{', '[1,', 'true', '-', "{'a': 1}"])],
    [
      2,
      body.replace(
        /"(rules|subjects|metadata|verbs|name|kind|apiVersion)":/,
        (key) => `${key}${random.pick(WRONG)},"x":`,
      ),
    ],
  ])
}

/** Values that almost no field accepts. */
const WRONG = ['3', 'true', '"text"', '["a"]', '{"a":1}', '[[]]', '1.5'] as const
