import type { ConditionLanguage } from '../authorizers/index.ts'
import { type Design, designOf, OWN_DESIGN, type WrittenDesign } from '../designs/index.ts'
import type { Diagnostic } from '../text/index.ts'
import { readDesign } from './read.ts'

/** The design of a scenario’s text. */
export interface OwnDesign {
  /** Where the text was not understood, the last design that was, or the one that most texts begin with. */
  readonly design: Design
  /** How many steps the text has. Absent where it was not understood. */
  readonly steps?: number
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the design of one scenario after the other. */
export class OwnDesignReader {
  #last: Design | undefined

  /** @param language of the expressions of its steps */
  read(text: string, language: ConditionLanguage): OwnDesign {
    const { design: written, diagnostics } = readDesign(text, language)
    if (written !== undefined) this.#last = own(written, language)
    const steps = written?.document.steps.size
    return { design: this.#last ?? this.#beginning(language), ...(steps !== undefined && { steps }), diagnostics }
  }

  #beginning(language: ConditionLanguage): Design {
    const { design: written } = readDesign(`design: ${OWN_DESIGN}\nfrom: constrained\n`, language)
    if (written === undefined) throw new Error('the design that most texts begin with was not understood')
    return own(written, language)
  }
}

/** A scenario names it by one id, whatever its text calls it. */
function own(written: WrittenDesign, language: ConditionLanguage): Design {
  return { ...designOf(written, language), id: OWN_DESIGN }
}
