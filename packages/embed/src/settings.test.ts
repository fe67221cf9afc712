import { describe, expect, it } from 'vitest'
import { PANES, readElementSettings } from './settings.ts'

const settings = (attributes: Readonly<Record<string, string>>) =>
  readElementSettings((name) => attributes[name] ?? null)

describe('the attributes of an element', () => {
  it('show a quiet, read-only scenario with its player where there are none', () => {
    expect(settings({})).toEqual({
      design: undefined,
      theme: 'auto',
      autoplay: false,
      controls: true,
      editable: false,
      panes: new Set(['answer', 'chart', 'checks', 'request', 'policy']),
      chosen: false,
      problems: [],
    })
  })

  it('choose design, theme, player, panes, and whether it is edited', () => {
    expect(
      settings({ design: 'legacy', theme: 'dark', autoplay: '', controls: 'none', editable: '', show: 'title, chart' }),
    ).toEqual({
      design: 'legacy',
      theme: 'dark',
      autoplay: true,
      controls: false,
      editable: true,
      panes: new Set(['title', 'chart']),
      chosen: true,
      problems: [],
    })
  })

  it('take the word controls alone for the usual player', () => {
    expect(settings({ controls: '' })).toMatchObject({ controls: true, problems: [] })
  })

  it('report values that do not exist', () => {
    expect(settings({ theme: 'sepia', controls: 'some', show: 'chart map' })).toMatchObject({
      theme: 'auto',
      controls: true,
      panes: new Set(['chart']),
      problems: [
        'theme="sepia" is not understood: it is one of auto, light, dark.',
        'controls="some" is not understood: it is one of full, none.',
        `show="map" is not understood: it lists some of ${PANES.join(', ')}.`,
      ],
    })
    expect(settings({ theme: 'x'.repeat(1000) }).problems[0]?.length).toBeLessThan(120)
  })
})
