import { AuthzPlayground } from './element.ts'

export type { OutcomeDetail, StepDetail } from './events.ts'
export { AuthzPlayground }

// Where there are no elements, as on a server that renders pages, the module does nothing.
if (typeof customElements !== 'undefined' && customElements.get('authz-playground') === undefined) {
  customElements.define('authz-playground', AuthzPlayground)
}

declare global {
  interface HTMLElementTagNameMap {
    'authz-playground': AuthzPlayground
  }
}
