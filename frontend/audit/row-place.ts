/** How high a line of the event list is. */
export const ROW_HEIGHT = 28;
/** What the element ids of the rows begin with. */
export const ROW_PREFIX = 'event-row-';
/** The element id of the details. */
export const DETAIL_ID = 'event-detail';
