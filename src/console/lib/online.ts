import { useEffect, useState } from 'preact/hooks';

/** Whether the device has a network, which does not say that it reaches the service. */
export function useNetwork(): boolean {
  const [isOn, setOn] = useState(navigator.onLine);
  useEffect(() => {
    const change = () => setOn(navigator.onLine);
    addEventListener('online', change);
    addEventListener('offline', change);
    return () => {
      removeEventListener('online', change);
      removeEventListener('offline', change);
    };
  }, []);
  return isOn;
}
