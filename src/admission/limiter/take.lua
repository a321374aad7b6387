-- Rules on requests that draw from the same buckets: as many are admitted as every bucket has room for.
--
-- KEYS     for each bucket and window, the times at which requests were admitted, oldest first, in microseconds
-- ARGV     number of requests, cost of each, then for each key its limit and the length of its window
-- returns  requests admitted, microseconds until one more would be, what is left of the tightest budget,
--          microseconds until that budget is whole again
local requests = tonumber(ARGV[1])
local cost = tonumber(ARGV[2])

-- The clock of this server is the only one, so that replicas need not agree on the time. Should it be set back, time
-- stands still until it has caught up: an admission is never dated before another.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
for _, key in ipairs(KEYS) do
  local last = tonumber(redis.call('LINDEX', key, -1) or 0)
  if last > now then now = last end
end

local function limit_of(i) return tonumber(ARGV[1 + 2 * i]) end
local function length_of(i) return tonumber(ARGV[2 + 2 * i]) end

local room = requests
local counts = {}
for i, key in ipairs(KEYS) do
  local gone = now - length_of(i)
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and tonumber(oldest) <= gone do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  counts[i] = redis.call('LLEN', key)
  room = math.min(room, math.floor((limit_of(i) - counts[i]) / cost))
end

local admitted = math.max(0, room)
if admitted > 0 then
  local stamp = string.format('%.0f', now)
  for i, key in ipairs(KEYS) do
    -- Lua passes only so many arguments at once.
    local left = admitted * cost
    while left > 0 do
      local stamps = {}
      for n = 1, math.min(left, 1000) do stamps[n] = stamp end
      redis.call('RPUSH', key, unpack(stamps))
      left = left - #stamps
    end
    redis.call('PEXPIRE', key, math.ceil(length_of(i) / 1000))
    counts[i] = counts[i] + admitted * cost
  end
end

local free_at, remaining, whole_at = now, math.huge, now
for i, key in ipairs(KEYS) do
  local limit, length = limit_of(i), length_of(i)
  -- One more is admitted once no more than limit - cost are left in the window.
  local before = counts[i] - limit + cost - 1
  if before >= 0 then
    local blocking = redis.call('LINDEX', key, math.min(before, counts[i] - 1))
    if blocking then free_at = math.max(free_at, tonumber(blocking) + length) end
  end
  local left = math.max(0, limit - counts[i])
  local last = redis.call('LINDEX', key, -1)
  local empty_at = last and tonumber(last) + length or now
  if left < remaining then
    remaining, whole_at = left, empty_at
  elseif left == remaining then
    whole_at = math.max(whole_at, empty_at)
  end
end

return { admitted, free_at - now, remaining, whole_at - now }
