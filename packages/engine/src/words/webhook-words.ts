import type { Located, WebhookVisit } from '../kube/index.ts'
import type { RichText } from '../trace/index.ts'
import { lineInWords } from './phrases.ts'

/** What a check met at a webhook of an AuthorizationConfiguration: "not asked: match condition 2, in line 14 …, is false". */
export function webhookVisitInWords(visit: WebhookVisit): RichText {
  const of: RichText = ['Webhook ', { code: visit.name }, ': ']
  const condition = (at: Located<{ readonly index: number }>) =>
    `match condition ${at.index + 1}, in ${lineInWords(at.range)},`
  switch (visit.is) {
    case 'skipped':
      return [...of, `skipped, because ${condition(visit.condition)} is false.`]
    case 'not-asked':
      return [
        ...of,
        `not asked, because ${condition(visit.condition)} has an error; failurePolicy is `,
        { code: visit.answer },
        '.',
      ]
    case 'failed':
      return [
        ...of,
        `the call ${visit.result === 'timeout' ? 'timed out' : 'failed'}; failurePolicy is `,
        { code: visit.answer },
        '.',
      ]
    case 'asked': {
      const answered: RichText = visit.allowedToo
        ? ['both ', { code: 'allowed' }, ' and ', { code: 'denied' }]
        : [{ code: visit.answer }]
      return visit.cachedFor === undefined
        ? [...of, 'asked, and answered ', ...answered, '.']
        : [...of, 'not asked again, because it answered ', ...answered, ` ${visit.cachedFor} s ago.`]
    }
  }
}
