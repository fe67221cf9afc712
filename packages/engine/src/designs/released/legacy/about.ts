import type { DesignAbout } from '../../design.ts'

export const LEGACY: DesignAbout = {
  id: 'legacy',
  title: 'Legacy impersonation',
  summary: 'One verb, impersonate, for each part of the target; a user who holds it can do all that the target can.',
  origin: 'released',
}
