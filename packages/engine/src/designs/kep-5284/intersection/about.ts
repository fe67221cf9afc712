import type { DesignAbout } from '../../design.ts'

export const INTERSECTION: DesignAbout = {
  id: 'intersection',
  title: 'Both must be allowed',
  summary: 'Both the requestor and the target need the permission for the request.',
  origin: 'kep-5284',
}
