import type { DesignAbout } from '../../design.ts'

export const CONDITIONAL: DesignAbout = {
  id: 'conditional',
  title: 'Conditional authorization',
  summary: 'The checks of legacy impersonation, each answered “Allow, only if” a condition holds.',
  origin: 'review thread',
}
