import { AuthzPlayground as Element } from './element.ts'

export type { OutcomeDetail, StepDetail } from './events.ts'

/**
 * `<authz-playground>`: a scenario, decided, and its request on the flowchart. The scenario is a script of type
 * `application/yaml` inside, or named by `src` or `link`. Until it is shown, and wherever it cannot be, what the element
 * holds is what readers see.
 *
 * Attributes: `src`, `link`, `home`, `design`, `theme`, `autoplay`, `controls`, `editable`, `show`; each may change at any
 * time. Events, which bubble: `authz-step` ({@link StepDetail}) and `authz-outcome` ({@link OutcomeDetail}).
 */
export interface AuthzPlayground extends HTMLElement {
  /** The step that is shown, from 0; −1 while nothing is. */
  position: number
  /** Plays the request, from the start where it is at its end. */
  play(): void
  /** Stays where it is. */
  pause(): void
}

/** The class of the elements. */
export const AuthzPlayground: {
  new (): AuthzPlayground
  readonly prototype: AuthzPlayground
  /** Where a built playground is, for the gallery and for links to it. The attribute `home` goes before it. */
  home: string | undefined
} = Element

// Where there are no elements, as on a server that renders pages, the module does nothing.
if (typeof customElements !== 'undefined' && customElements.get('authz-playground') === undefined) {
  customElements.define('authz-playground', AuthzPlayground)
}

declare global {
  interface HTMLElementTagNameMap {
    'authz-playground': AuthzPlayground
  }
}
