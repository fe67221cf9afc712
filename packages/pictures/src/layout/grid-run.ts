import { type Attributes, attributesOf, type HTTPRequest, type Trace } from '@authz-playground/engine'
import { type Target, targetOf } from '@authz-playground/engine/internal/http'
import { nodeOf, resourceName, serviceAccountOf } from '@authz-playground/engine/internal/kube'
import { shortened } from '../words/shortened.ts'
import type { GridRun } from './grid-asks.ts'

/** The longest name in a chart, in characters. */
const NAME = 60

/** A run of a request in the grid. It reads the request, so that the code that draws the grid needs no reader of requests. */
export function gridRunOf(trace: Trace, request: HTTPRequest): GridRun {
  const read = attributesOf(request, trace.requestor)
  const target = targetOf(request.headers)
  const { username } = target.kind === 'target' ? target.wantedUser : trace.requestor
  return {
    trace,
    who: nameOf(trace.requestor.username),
    as: namedInWords(target),
    named: target.kind === 'target',
    others: target.kind === 'target' ? othersNamed(target) : 0,
    checkRows: target.kind === 'target' ? checkRowsOf(target) : 0,
    ...(read.ok && {
      action: ['may ', { code: nameOf(username) }, ' ', { code: actionText(read.attributes) }, '?'],
      verb: read.attributes.verb,
    }),
  }
}

function actionText(attributes: Attributes): string {
  const what = attributes.isResourceRequest ? resourceName(attributes) : attributes.path
  return `${attributes.verb} ${shortened(what, NAME)}`.trim()
}

type Named = Extract<Target, { kind: 'target' }>

function namedInWords(target: Target): string {
  if (target.kind !== 'target') return target.kind === 'bad' ? 'names no user' : 'as itself'
  const others = othersNamed(target)
  return `as ${nameOf(target.wantedUser.username)}${others === 0 ? '' : `, +${others}`}`
}

function othersNamed(target: Named): number {
  return partsOf(target).reduce((sum, count) => sum + count, 0)
}

/** One for each resource, and one for the check that is not allowed among several of one resource. */
function checkRowsOf(target: Named): number {
  const parts = partsOf(target)
  return 1 + parts.filter((count) => count > 0).length + (parts.some((count) => count > 1) ? 1 : 0)
}

/** How many UIDs, groups and extra values are named besides the user. */
function partsOf({ wantedUser: { uid, groups, extra } }: Named): readonly number[] {
  const values = [...extra.values()].reduce((sum, { length }) => sum + length, 0)
  return [uid === '' ? 0 : 1, groups.length, values]
}

/** A user in a few characters: a node and a service account without their prefixes. */
function nameOf(username: string): string {
  return shortened(nodeOf(username) ?? serviceAccountOf(username)?.name ?? username, NAME)
}
