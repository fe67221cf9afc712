import type { DesignAbout } from '../../design.ts'

export const COMPOUND: DesignAbout = {
  id: 'compound',
  title: 'Compound authorization',
  summary: 'A check for each part of the target, each answered with conditions on the rest and on the request.',
  origin: 'compound and unified',
}
