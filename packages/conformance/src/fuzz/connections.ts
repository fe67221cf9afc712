import type { Random, VectorRequest, VectorScenario } from '@authz-playground/engine/internal/vectors'
import type { Draft } from './draft.ts'
import { type AnsweredScenario, firstDraft, makeScenario } from './generate.ts'
import type { OracleAnswer } from './oracle.ts'

/** Makes a scenario as `makeScenario`, most of whose requests connect to a pod. */
export function makeConnection(
  random: Random,
  id: string,
  answer: (scenario: VectorScenario) => Promise<OracleAnswer>,
): Promise<AnsweredScenario> {
  return makeScenario(random, id, answer, connectionDraft)
}

/** A scenario most of whose requests connect to a pod, with the gate that makes their handlers ask for `create` on or off. */
function connectionDraft(random: Random, id: string): Draft {
  const draft = firstDraft(random, id)
  return {
    ...draft,
    cluster: { ...draft.cluster, authorizePodWebsocketUpgradeCreatePermission: random.chance(0.8) },
    requests: draft.requests.map((one) => (random.chance(0.9) ? { ...one, ...connectionLine(random) } : one)),
  }
}

/** Requests by which clients connect, and their neighbours: other methods, paths without such a handler. */
function connectionLine(random: Random): Pick<VectorRequest, 'method' | 'url'> {
  const method = random.weighted([
    [24, 'GET'],
    [4, 'POST'],
    [1, 'HEAD'],
    [1, 'PUT'],
  ] as const)
  const subresource = random.weighted([
    [5, 'exec'],
    [3, 'attach'],
    [3, 'portforward'],
    [1, 'proxy'],
    [1, 'log'],
  ] as const)
  const pod = `namespaces/${random.pick(['prod', 'dev', 'default'])}/pods/${random.pick(['web', 'p1', 'w%65b', 'ü'])}`
  const path = random.weighted([
    [20, `/api/v1/${pod}/${subresource}`],
    [1, `/api/v1/${pod}/${subresource}/`],
    [1, `/api/v1/${pod}/${subresource}/more`],
    [1, `/api/v2/${pod}/${subresource}`],
    [1, `/api/v1/watch/${pod}/${subresource}`],
    [1, `/api/v1/pods/web/${subresource}`],
    [1, `/apis/apps/v1/${pod}/${subresource}`],
  ])
  const query = random.weighted([
    [3, ''],
    [2, '?command=sh&stdin=true'],
    [1, '?ports=80'],
  ])
  return { method, url: path + query }
}
