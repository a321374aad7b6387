-- Decides on requests. A group is a number of requests that draw from the same buckets: as many of them are admitted as
-- every bucket has room for. Groups are decided on one after the other, as if each came in its own call.
--
-- KEYS     for each group, for each of its buckets and windows: the times at which requests were admitted, oldest
--          first, in microseconds
-- ARGV     one text of whole numbers, which is cheaper to send than as many arguments: for each group the number of
--          requests, the cost of each and the number of its keys, then for each key its limit and the length of its window
-- returns  for each group: requests admitted, microseconds until one more would be, what is left of the tightest
--          budget, microseconds until that budget is whole again
--
-- Nearly all the time goes into calls to Redis, so an admitted request makes as few as possible: two to four for a key.
local call = redis.call

-- The clock of this server is the only one, so that replicas need not agree on the time. Should it be set back, earlier
-- admissions count for longer than their window, and never for less.
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local stamp = string.format('%.0f', now)

-- Lua limits the number of arguments.
local MOST_PUSHED = 1000

-- Adds admissions, and returns how many there are then.
local function push(key, times)
  if times == 1 then return call('RPUSH', key, stamp) end
  local count
  while times > 0 do
    local stamps = {}
    for n = 1, math.min(times, MOST_PUSHED) do stamps[n] = stamp end
    count = call('RPUSH', key, unpack(stamps))
    times = times - #stamps
  end
  return count
end

-- Removes what has left the window. Returns whether the key needs a new time to live: when it has to be created, or when
-- its oldest admission moves on to another half of a window. A key that lives for three windows from then on still lives
-- for one after every admission in between.
local function expire(key, length)
  local first = call('LINDEX', key, 0)
  local oldest = tonumber(first)
  local gone = now - length
  while oldest and oldest <= gone do
    call('LPOP', key)
    oldest = tonumber(call('LINDEX', key, 0))
  end
  if not oldest then return true end
  local half = length / 2
  return math.floor(oldest / half) ~= math.floor(tonumber(first) / half)
end

local numbers = string.gmatch(ARGV[1], '%d+')
local function number() return tonumber(numbers()) end

local answers = {}
local key_at = 0
while key_at < #KEYS do
  local requests, cost, keys = number(), number(), number()
  local limits, lengths, counts = {}, {}, {}
  local most = requests
  for i = 1, keys do
    limits[i], lengths[i] = number(), number()
    most = math.min(most, math.floor(limits[i] / cost))
  end

  -- All of them are added first, since that shows how many there were; the excess is removed.
  local admitted = most
  for i = 1, keys do
    local key = KEYS[key_at + i]
    local is_due = expire(key, lengths[i])
    counts[i] = most > 0 and push(key, most * cost) or call('LLEN', key)
    if is_due then call('PEXPIRE', key, math.ceil(3 * lengths[i] / 1000)) end
    admitted = math.min(admitted, math.floor((limits[i] - counts[i]) / cost) + most)
  end
  if admitted < 0 then admitted = 0 end
  if admitted < most then
    local excess = (most - admitted) * cost
    for i = 1, keys do
      call('LTRIM', KEYS[key_at + i], 0, -1 - excess)
      counts[i] = counts[i] - excess
    end
  end

  local free_at, remaining, whole_at = now, math.huge, now
  for i = 1, keys do
    local key = KEYS[key_at + i]
    -- One more is admitted once no more than limit - cost are left in the window.
    local before = counts[i] - limits[i] + cost - 1
    if before >= 0 then
      local blocking = call('LINDEX', key, math.min(before, counts[i] - 1))
      if blocking then free_at = math.max(free_at, tonumber(blocking) + lengths[i]) end
    end
    local left = math.max(0, limits[i] - counts[i])
    if left <= remaining then
      local last = admitted > 0 and now or tonumber(call('LINDEX', key, -1))
      local empty_at = last and last + lengths[i] or now
      whole_at = left < remaining and empty_at or math.max(whole_at, empty_at)
      remaining = left
    end
  end

  local at = #answers
  answers[at + 1] = admitted
  answers[at + 2] = free_at - now
  answers[at + 3] = remaining
  answers[at + 4] = whole_at - now
  key_at = key_at + keys
end
return answers
