import { listInWords, missedModes, type RichText, type Trace, type UntriedMode } from '../trace/index.ts'
import { plainText } from './phrases.ts'

/**
 * The modes of impersonation that the request could have had ({@link missedModes}), as sentences with what kept them from being
 * tried; modes with the same reason are named together.
 */
export function missedModesInWords(trace: Pick<Trace, 'untried'>): RichText {
  const byReason = new Map<string, UntriedMode[]>()
  for (const one of missedModes(trace.untried)) {
    const reason = plainText(one.because)
    byReason.set(reason, [...(byReason.get(reason) ?? []), one])
  }
  return [...byReason.values()].flatMap((modes, at): RichText => {
    const [of, were] = modes.length === 1 ? ['mode', 'was'] : ['modes', 'were']
    const names = listInWords(modes.map(({ mode }) => mode))
    return [`${at === 0 ? '' : ' '}The ${of} `, ...names, ` ${were} not tried: `, ...(modes[0]?.because ?? []), '.']
  })
}
