import { type Replay, replayOf, replayScript } from '@authz-playground/engine/report'
import type { ReplayView } from './answer.ts'
import type { ScenarioDecision } from './decisions.ts'

/**
 * A decision as a script for another cluster, with what a person must know before running it; undefined where nothing
 * is decided.
 */
export function replay({ decided, scenario }: ScenarioDecision, title: string): ReplayView | undefined {
  const found = replayOf(decided, scenario, title)
  if (found === undefined) return undefined
  const { checks, checksInAll, creates, limits } = found
  return {
    script: replayScript(found),
    checks: [checks.length, checksInAll],
    request: requestInWords(found),
    creates,
    limits,
  }
}

function requestInWords({ request }: Replay): string {
  const dry = request.kind !== 'not-sent' && request.dryRun ? ', as a dry run' : ''
  switch (request.kind) {
    case 'not-sent':
      return `is not sent: ${request.why}`
    case 'as-requestor':
      return `is sent by the person who runs it, who impersonates the requestor${dry}`
    case 'as-account':
      return `is sent with a token of the requestor${dry}`
    case 'as-given':
      return `is sent with credentials of the requestor where --requestor names them${dry}`
  }
}
