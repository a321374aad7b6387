/* Lets the browser keep foods for when there is no network, where it can: over https, and on this machine. */
navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
