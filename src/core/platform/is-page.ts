/** Whether this runs for a page, whose requests the browser and the asked host have a say in: in a tab or a worker, not in Node. */
export const isPage = 'location' in globalThis;
