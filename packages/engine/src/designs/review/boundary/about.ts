import type { DesignAbout } from '../../design.ts'

/** An assumption: no header exists for it. */
export const BOUNDARY_HEADER = 'Impersonate-Boundary'

export const BOUNDARY: DesignAbout = {
  id: 'boundary',
  title: 'Permission boundaries',
  summary: 'A user who impersonates may do only what both the target and a role, the boundary, allow.',
  origin: 'review thread',
  headers: [BOUNDARY_HEADER],
}
