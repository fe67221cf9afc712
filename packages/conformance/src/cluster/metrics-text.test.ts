import { describe, expect, it } from 'vitest'
import { added, readCounters } from './metrics-text.ts'

const NAMES = ['attempts_total', 'other_total']
const TEXT = `# HELP attempts_total [ALPHA] Attempts.
# TYPE attempts_total counter
attempts_total{mode="user-info",decision="allowed"} 3
attempts_total{decision="denied",mode=""} 1
attempts_total_more 7
other_total 2
`

describe('metrics as Prometheus reads them', () => {
  it('are found by name, each by its labels in the order of their names', () => {
    const counters = readCounters(TEXT, NAMES)
    expect([...(counters.get('attempts_total') ?? [])]).toEqual([
      ['decision=allowed,mode=user-info', 3],
      ['decision=denied,mode=', 1],
    ])
    expect([...(counters.get('other_total') ?? [])]).toEqual([['', 2]])
  })

  it('are compared by what was added to each', () => {
    const later = TEXT.replace(' 3', ' 5').replace(
      'mode=""} 1',
      'mode=""} 1\nattempts_total{decision="denied",mode="x"} 4',
    )
    const more = added(readCounters(TEXT, NAMES), readCounters(later, NAMES))
    expect([...more]).toEqual([
      [
        'attempts_total',
        new Map([
          ['decision=allowed,mode=user-info', 2],
          ['decision=denied,mode=x', 4],
        ]),
      ],
    ])
  })
})
