// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The vault that holds the float of one chain: owner and guardian
/// @notice The owner schedules the actions that can cost money: `setCap`, `withdraw`, `addPayer`, `setGuardian` and
/// `setOwner`. An event announces the action, and the vault executes it only after the delay. Lowering a cap, removing a
/// payer and pausing take effect at once.
interface ICausewayVaultOwner {
    /// @notice The first cap of a token. See `ICausewayVault.Cap`.
    struct TokenCap {
        address token;
        uint112 perPayment;
        uint112 perWindow;
    }

    /// @notice The owner announced an action. `action` is the calldata of `setCap`, `withdraw`, `addPayer`, `setGuardian` or
    /// `setOwner`. The vault executes it from `readyAt` until `expiresAt`, if the owner does not cancel it.
    event ActionScheduled(bytes32 indexed actionHash, bytes action, uint256 readyAt, uint256 expiresAt);
    event ActionCancelled(bytes32 indexed actionHash);
    event ActionExecuted(bytes32 indexed actionHash);

    event CapSet(address indexed token, uint256 perPayment, uint256 perWindow);
    event Withdrawn(address indexed token, address indexed to, uint256 amount);
    event PayerAdded(address indexed payer);
    event PayerRemoved(address indexed payer);
    event GuardianSet(address indexed guardian);
    event OwnerSet(address indexed owner);
    event Paused(address indexed by);
    event Unpaused(address indexed by);

    /// @notice A delay or window shorter than a minute or longer than 30 days.
    error BadPeriod(uint256 period);

    /// @notice The zero address, the vault, an account that already has a role, or as a payer one that the owner removed.
    /// Each role needs its own account.
    error BadAccount(address account);

    /// @notice The calldata is not of an action, or has another length than the action's arguments.
    error UnknownAction(bytes action);

    /// @notice The action waits for its execution. Cancel it before you schedule it again.
    error AlreadyScheduled(bytes32 actionHash, uint256 readyAt);

    /// @notice The present owner did not schedule the action, or it was cancelled or executed.
    error NotScheduled(bytes32 actionHash);

    /// @notice The delay has not passed, or the action has expired.
    error NotReady(uint256 readyAt, uint256 expiresAt);

    /// @notice `lowerCap` cannot raise a cap. Schedule `setCap`.
    error RaisesCap(address token);

    /// @notice Announces an action. Only the owner can call it. A change of the owner voids every scheduled action.
    /// @param action The calldata of `setCap`, `withdraw`, `addPayer`, `setGuardian` or `setOwner`.
    function schedule(bytes calldata action) external;

    /// @notice Takes back a scheduled action at once. Only the owner can call it.
    function cancel(bytes calldata action) external;

    /// @notice Executes a scheduled action within seven days after its delay. Only the owner can call it. But only the new
    /// owner can execute `setOwner`. So a wrong address cannot become the owner.
    function execute(bytes calldata action) external;

    /// @notice Scheduled: sets the token's cap.
    function setCap(address token, uint112 perPayment, uint112 perWindow) external;

    /// @notice Scheduled: moves `amount` of the token out of the vault. The largest uint256 means the whole balance.
    function withdraw(address token, address to, uint256 amount) external;

    /// @notice Scheduled: lets the account pay. Refuses an account that `removePayer` has removed.
    function addPayer(address payer) external;

    /// @notice Scheduled: replaces the guardian.
    function setGuardian(address guardian) external;

    /// @notice Scheduled: replaces the owner.
    function setOwner(address owner) external;

    /// @notice Lowers the token's cap at once. Only the owner can call it.
    function lowerCap(address token, uint112 perPayment, uint112 perWindow) external;

    /// @notice Takes the account's right to pay, at once and for ever: what it has signed can never be paid later. Only the
    /// owner can call it.
    function removePayer(address payer) external;

    /// @notice Stops all payments at once. Only the guardian and the owner can call it.
    function pause() external;

    /// @notice Allows payments again. Only the owner can call it.
    function unpause() external;

    /// @notice The time from which a scheduled action can be executed, or zero for an action that is not scheduled.
    function readyAt(bytes calldata action) external view returns (uint256);

    /// @notice The seconds between the announcement and the execution of an action.
    function delay() external view returns (uint256);

    function owner() external view returns (address);

    function guardian() external view returns (address);
}
