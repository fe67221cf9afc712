import {
  attributesOf,
  type Decided,
  type HTTPRequest,
  type RichText,
  type Scenario,
  type SentRequest,
  userInfo,
} from '@authz-playground/engine'
import { targetOf } from '@authz-playground/engine/internal/http'
import { identityInWords } from '@authz-playground/engine/internal/rights'
import type { SentView } from './answer.ts'
import { caveatFor } from './caveat.ts'

/** All requests to the server, each in a few words with its outcome. */
export function sentViews({ requests }: Decided['sent'], scenario: Scenario): readonly SentView[] {
  const { earlier = [], later = [] } = scenario
  const sequence = [...earlier, scenario, ...later]
  const oneRequestor = sequence.every(({ requestor }) => requestor.username === scenario.requestor.username)
  return sequence.map((one, index): SentView => {
    const { at = 0, request, outcome, diagnostics = [] } = requests[index] ?? {}
    const problem = diagnostics.find(({ severity }) => severity === 'error')
    return {
      at,
      ...(request && { summary: summaryOf(one, request, !oneRequestor) }),
      ...(outcome && { outcome: { kind: outcome.kind, code: outcome.code } }),
      ...(problem && { problem }),
    }
  })
}

/** "list pods as jane". It names the requestor where the requests have different ones. */
function summaryOf({ requestor }: SentRequest, request: HTTPRequest, withRequestor: boolean): RichText {
  const target = targetOf(request.headers)
  return [
    ...actionInWords(request, requestor),
    ...(target.kind === 'target' ? [' as ', ...identityInWords({ username: target.wantedUser.username })] : []),
    ...(withRequestor ? [', from ', ...identityInWords(userInfo(requestor))] : []),
  ]
}

function actionInWords(request: HTTPRequest, requestor: SentRequest['requestor']): RichText {
  const read = attributesOf(request, userInfo(requestor))
  if (!read.ok) return [{ code: request.method }, ' ', { code: request.target }]
  const { verb, isResourceRequest, resource, subresource, name, path } = read.attributes
  const asked = isResourceRequest ? [resource, subresource].filter((part) => part !== '').join('/') : path
  return [{ code: verb }, ' ', { code: asked }, ...(name === '' ? [] : [' ', { code: name }])]
}

/** A sentence about the requests before this one, if the answer rests on them. */
export function restingOn({ requests, here }: Decided['sent'], { after = 0 }: Scenario): readonly string[] {
  if (here === 0) return []
  const pause = after === 0 ? 'in the same second as' : `${after} s after`
  return [
    `Request ${here + 1} of ${requests.length} to one API server, ${pause} request ${here}: the answer rests on what the server remembers.`,
  ]
}

/** All caveats of an answer that is copied from the page. */
export function caveatsOf(
  { state, errors, sent }: Pick<Decided, 'state' | 'errors' | 'sent'>,
  scenario: Scenario,
): string | undefined {
  const caveats = [...(state === 'partly' ? [caveatFor(errors.length)] : []), ...restingOn(sent, scenario)]
  return caveats.length === 0 ? undefined : caveats.join(' ')
}
