import type { DesignAbout } from '../../design.ts'

/** An assumption: no header exists for it. */
export const ACCESS_RULE_HEADER = 'Impersonate-Access-Rule'

export const ACCESS_RULE_DESIGN: DesignAbout = {
  id: 'access-rule',
  title: 'Expand RBAC and SAR',
  summary:
    'The client declares the access rule that it relies on, and that rule decides whom it may impersonate for which requests.',
  origin: 'kep-5284',
  readsConditions: 'access-rules',
  headers: [ACCESS_RULE_HEADER],
}
