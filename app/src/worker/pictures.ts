export { layOutWide } from '@authz-playground/pictures'

import { mermaidWithPath } from '@authz-playground/engine/report'
import { animatedSvg, layOutPicture, type PictureInput, stillSvg } from '@authz-playground/pictures'
import type { PictureForm } from './api.ts'
import type { ScenarioDecision } from './decisions.ts'
import { caveatsOf } from './sent-views.ts'

/** A picture of a decision; undefined where nothing is decided. */
export function picture({ decided, scenario }: ScenarioDecision, form: PictureForm, title: string): string | undefined {
  const {
    trace,
    design,
    request: { request },
  } = decided
  if (trace === undefined || request === undefined) return undefined
  const caveat = caveatsOf(decided, scenario)
  if (form === 'mermaid') {
    const source = mermaidWithPath(design.graph, trace.steps)
    // A comment of mermaid, which must come after the configuration at the beginning of the source.
    return `${source}\n${caveat === undefined ? '' : `%% ${caveat}\n`}`
  }
  const input: PictureInput = {
    chart: layOutPicture(design.graph, trace.steps),
    design,
    trace,
    request,
    ...(title.trim() !== '' && { title }),
    ...(caveat !== undefined && { caveat }),
  }
  switch (form) {
    case 'svg':
      return stillSvg(input)
    case 'light-svg':
      return stillSvg(input, 'light')
    case 'dark-svg':
      return stillSvg(input, 'dark')
    case 'animated-svg':
      return animatedSvg(input)
  }
}
