import type { Random, VectorRequest } from '@authz-playground/engine/internal/vectors'
import type { JsonData, KubeObject } from '../draft.ts'
import { KIND_OF, type RoleResource, VERSION } from './body.ts'
import type { MistakeRate } from './mistake-rate.ts'

const PATCH = 'application/{}-patch+json'

/** A patch of one of the four kinds with the fields of an object. */
export function generatedPatch(
  random: Random,
  odd: MistakeRate,
  url: string,
  object: KubeObject,
  query: string,
): VectorRequest {
  const { apiVersion: _, kind: __, metadata, roleRef, ...parts } = object
  const { name: ___, namespace: ____, generateName: _____, resourceVersion: ______, ...labels } = metadata as KubeObject
  // The roleRef of a binding cannot be changed.
  const kept = random.chance(0.3) ? {} : { ...parts, ...(odd(0.2) && roleRef !== undefined && { roleRef }) }
  const meta: KubeObject = odd(0.06)
    ? random.pick<KubeObject>([
        { name: 'r1' },
        { namespace: 'elsewhere' },
        { resourceVersion: 'x' },
        { labels: { 'bad key': '-' } },
      ])
    : random.weighted<KubeObject>([
        [6, labels],
        [2, { finalizers: ['example.com/y'] }],
        [1, { labels: null }],
        [1, { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u-1' }] }],
      ])
  const merging: KubeObject = { ...(Object.keys(meta).length > 0 && { metadata: meta }), ...kept }
  const sent = (type: string, body: JsonData, more = query): VectorRequest => ({
    method: 'PATCH',
    url: url + more,
    headers: [['Content-Type', type]],
    body: JSON.stringify(body),
  })
  if (odd(0.02)) return sent(random.pick(['application/json', 'Application/merge-patch+json']), merging)
  return random.weighted<() => VectorRequest>([
    [5, () => sent(PATCH.replace('{}', 'merge'), merging)],
    [3, () => sent(PATCH.replace('{}', 'strategic-merge'), merging)],
    [3, () => sent(PATCH.replace('{}', 'json'), operations(random, odd, merging))],
    [3, () => applied(random, odd, url, object, query)],
  ])()
}

/** Without force it fails on fields that differ from the stored object. */
function applied(random: Random, odd: MistakeRate, url: string, object: KubeObject, query: string): VectorRequest {
  const parts = [
    ...(query === '' ? [] : [query.slice(1)]),
    ...(query.includes('fieldManager') || odd(0.05) ? [] : ['fieldManager=kubectl']),
    ...(query.includes('force') || random.chance(0.3) ? [] : ['force=true']),
  ]
  return {
    method: 'PATCH',
    url: `${url}?${parts.join('&')}`,
    headers: [['Content-Type', 'application/apply-patch+yaml']],
    body: JSON.stringify({ apiVersion: VERSION, kind: kindAt(url), ...object }),
  }
}

function kindAt(url: string): string {
  const resource = url.split('/').at(-2) as RoleResource
  return KIND_OF[resource]
}

function operations(random: Random, odd: MistakeRate, merging: KubeObject): JsonData {
  const { rules, subjects } = merging as {
    readonly rules?: readonly JsonData[]
    readonly subjects?: readonly JsonData[]
  }
  return [
    ...(rules === undefined
      ? []
      : [
          random.chance(0.5) || rules.length === 0
            ? { op: 'add', path: '/rules', value: rules }
            : { op: 'add', path: '/rules/-', value: rules[0] ?? null },
        ]),
    ...(subjects === undefined ? [] : [{ op: 'add', path: '/subjects', value: subjects }]),
    ...(random.chance(0.3) ? [{ op: 'add', path: '/metadata/finalizers', value: ['example.com/z'] }] : []),
    ...(odd(0.05) ? [{ op: random.pick(['test', 'remove', 'move']), path: '/metadata/nothing' }] : []),
  ]
}
