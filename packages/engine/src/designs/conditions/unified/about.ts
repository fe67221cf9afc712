import type { DesignAbout } from '../../design.ts'

export const UNIFIED: DesignAbout = {
  id: 'unified',
  title: 'One unified check',
  summary: 'One check for the whole target, answered with conditions on its groups, UID and extras and on the request.',
  origin: 'compound and unified',
}
