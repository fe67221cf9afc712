import type { DesignAbout } from '../../design.ts'

export const INTERSECTION: DesignAbout = {
  id: 'intersection',
  title: 'Both must be allowed',
  summary: 'Whoever impersonates needs the permission for the request as well as the target does.',
  origin: 'kep-5284',
}
