import { AuthzPlayground as Element } from './element.ts'

export type { GoalsDetail, OutcomeDetail, StepDetail } from './events.ts'

/**
 * `<authz-playground>`: a scenario, its answer, and its request on the flowchart. The scenario is in a script of type
 * `application/yaml` inside, or `src` or `link` names it. Until the element is live, and where it cannot be, readers
 * see the content inside of it.
 *
 * `compare`, `intent` and `argument`, or a link, name a view of the comparison instead of the run of a scenario. `course` and
 * `lesson`, or a link, name a lesson.
 *
 * Attributes: `src`, `link`, `home`, `design`, `design-src`, `theme`, `autoplay`, `controls`, `editable`, `show`, `compare`, `intent`,
 * `argument`, `course`, `lesson`; each may change at any time. Events, which bubble: `authz-step` ({@link StepDetail}),
 * `authz-outcome` ({@link OutcomeDetail}) and, of lessons, `authz-goals` ({@link GoalsDetail}).
 */
export interface AuthzPlayground extends HTMLElement {
  /** The index of the shown step, from 0; −1 while no step is shown. */
  position: number
  /** Plays the request, from the start where it is at its end. */
  play(): void
  /** Stops playing at the present step. */
  pause(): void
}

/** The class of the elements. */
export const AuthzPlayground: {
  new (): AuthzPlayground
  readonly prototype: AuthzPlayground
  /** The address of a built playground, for the gallery and for links to it. The attribute `home` overrides it. */
  home: string | undefined
} = Element

// Without custom elements, as on a server that renders pages, the module does nothing.
if (typeof customElements !== 'undefined' && customElements.get('authz-playground') === undefined) {
  customElements.define('authz-playground', AuthzPlayground)
}

declare global {
  interface HTMLElementTagNameMap {
    'authz-playground': AuthzPlayground
  }
}
