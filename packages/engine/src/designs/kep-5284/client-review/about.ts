import type { DesignAbout } from '../../design.ts'

export const CLIENT_REVIEW: DesignAbout = {
  id: 'client-review',
  title: 'The client asks first',
  summary: 'The controller asks for a review about the target, and then acts as itself: there is no impersonation.',
  origin: 'kep-5284',
}
