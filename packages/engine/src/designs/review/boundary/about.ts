import type { DesignAbout } from '../../design.ts'

/** An assumption: no header exists for it. */
export const BOUNDARY_HEADER = 'Impersonate-Boundary'

export const BOUNDARY: DesignAbout = {
  id: 'boundary',
  title: 'Permission boundaries',
  summary: 'Whoever impersonates may do what the target may, as far as a role goes that is named as the boundary.',
  origin: 'review thread',
  headers: [BOUNDARY_HEADER],
}
